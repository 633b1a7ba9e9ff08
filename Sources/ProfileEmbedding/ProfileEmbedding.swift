import Foundation
import PackagePlugin

/// Builds the documents of the folder `Profiles` into the target, its subfolders left out.
///
/// SwiftPM asks again which documents there are when a folder of a target changes, and at no other time. That is
/// what the link `Sources/ProfileCatalog/Profiles` is for: without it, a new document would not be noticed and a
/// removed one would break the build. (SwiftPM's own `embedInCode` writes each byte as a number; for sixty
/// profiles that takes the compiler half a minute.)
@main struct ProfileEmbedding: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        let folder = context.package.directoryURL.appending(path: "Profiles")
        let documents = try FileManager.default
            .contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "json" }
            .sorted { $0.path < $1.path }
        let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedProfiles.swift")
        return [
            .buildCommand(
                displayName: "Embedding the profiles",
                executable: try context.tool(named: "EmbedProfiles").url,
                arguments: [output.path] + documents.map(\.path), inputFiles: documents,
                outputFiles: [output])
        ]
    }
}

@main struct EmbedProfiles { static func main() {} }

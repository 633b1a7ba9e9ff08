/// Which process has a file locked for writing, by the kernel's list of locks (proc_locks(5)); nil where there is none.
///
/// The list is read because asking with fcntl(2) takes a descriptor of the file, and closing that ends SQLite's locks.
enum LockHolder {
    static func process(of path: String) -> Int? {
        guard let kind = try? SystemFile.kind(of: path), case .regular(_, let device, let inode) = kind else {
            return nil
        }
        return process(in: SystemFile.text(of: "/proc/locks"), device: device, inode: inode)
    }

    /// A line is `1: POSIX  ADVISORY  WRITE 4711 fd:00:131077 120 120`.
    static func process(in list: String, device: UInt64, inode: UInt64) -> Int? {
        for line in list.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count >= 6, fields[3] == "WRITE", let process = Int(fields[4]), process > 0
            else { continue }
            let place = fields[5].split(separator: ":")
            guard place.count == 3, UInt64(place[2]) == inode, let major = UInt64(place[0], radix: 16),
                let minor = UInt64(place[1], radix: 16)
            else { continue }
            // How the C library packs the two numbers into one (makedev(3)).
            let packed =
                (major & 0xFFFF_F000) << 32 | (major & 0xFFF) << 8 | (minor & 0xFFFF_FF00) << 12
                | minor & 0xFF
            if packed == device { return process }
        }
        return nil
    }
}

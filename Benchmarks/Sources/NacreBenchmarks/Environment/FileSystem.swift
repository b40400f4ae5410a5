import Foundation

#if canImport(Darwin)
    import Darwin
#endif

/// Which file system a folder is on.
enum FileSystem {
    /// The type, such as `ext4`; `unknown` where the system does not say.
    static func type(of directory: URL) -> String {
        #if canImport(Darwin)
            var information = statfs()
            guard statfs(directory.path, &information) == 0 else { return "unknown" }
            return withUnsafeBytes(of: information.f_fstypename) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
        #else
            guard let mounts = try? String(contentsOfFile: "/proc/self/mounts", encoding: .utf8) else {
                return "unknown"
            }
            return type(of: directory.resolvingSymlinksInPath().path, mounts: mounts)
        #endif
    }

    /// The type of the file system with the longest mount point above a path, from the text of `/proc/self/mounts`.
    ///
    /// - Parameters:
    ///   - path: An absolute path without links.
    ///   - mounts: One mount a line: device, mount point, type and more, apart by spaces. A later one hides an earlier.
    /// - Returns: The type, or `unknown`.
    static func type(of path: String, mounts: String) -> String {
        var best = (length: -1, type: "unknown")
        for line in mounts.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count > 2 else { continue }
            let point = fields[1].replacingOccurrences(of: "\\040", with: " ")
            let isAbove = point == "/" || path == point || path.hasPrefix(point + "/")
            if isAbove, point.utf8.count >= best.length { best = (point.utf8.count, String(fields[2])) }
        }
        return best.type
    }
}

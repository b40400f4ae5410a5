import Foundation

#if canImport(Darwin)
    import Darwin
#endif

/// The file system of a folder.
enum FileSystem {
    struct Mount: Hashable, Sendable {
        /// The type, such as `ext4`; `unknown` if the system does not report it.
        var type = "unknown"

        /// The mount options, separated by commas, without those that name a path; `nil` if the system does not report
        /// them.
        var options: String?
    }

    /// The file system of a folder.
    static func mount(of directory: URL) -> Mount {
        #if canImport(Darwin)
            var information = statfs()
            guard statfs(directory.path, &information) == 0 else { return Mount() }
            return Mount(
                type: withUnsafeBytes(of: information.f_fstypename) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                })
        #else
            guard let mounts = try? String(contentsOfFile: "/proc/self/mounts", encoding: .utf8) else {
                return Mount()
            }
            return mount(of: directory.resolvingSymlinksInPath().path, mounts: mounts)
        #endif
    }

    /// The file system with the longest mount point above an absolute path without links, from the text of
    /// `/proc/self/mounts`.
    ///
    /// A mount is a line: device, mount point, type, options and more, separated by spaces. A later mount hides an
    /// earlier one.
    static func mount(of path: String, mounts: String) -> Mount {
        var best = (length: -1, mount: Mount())
        for line in mounts.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count > 2 else { continue }
            let point = fields[1].replacingOccurrences(of: "\\040", with: " ")
            let isAbove = point == "/" || path == point || path.hasPrefix(point + "/")
            guard isAbove, point.utf8.count >= best.length else { continue }
            let options = fields.count > 3 ? Self.options(fields[3]) : nil
            best = (point.utf8.count, Mount(type: String(fields[2]), options: options))
        }
        return best.mount
    }

    /// Options with a value that describe the file system's behaviour; others may name folders, users and hosts.
    private static let telling: Set = ["barrier", "cache", "commit", "compress", "data", "size", "vers"]

    private static func options(_ field: Substring) -> String {
        field.split(separator: ",").filter { option in
            guard let sign = option.firstIndex(of: "=") else { return !option.contains("/") }
            return telling.contains(String(option[..<sign]))
        }.joined(separator: ",")
    }
}

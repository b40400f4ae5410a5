internal import CLMDB

extension Environment {
    /// The version of the LMDB library in use, such as `0.9.24`.
    public static var libraryVersion: String { LibraryVersion.current.description }

    /// The known defect of the LMDB library in use; `nil` if there is none.
    ///
    /// Programs should show it once at start: versions 0.9.26 to 0.9.31 have a defect in the lock between processes,
    /// and on macOS versions before 0.9.36 do not flush the drive's cache.
    public static var libraryWarning: String? {
        #if canImport(Darwin)
            LibraryVersion.current.warning(onDarwin: true)
        #else
            LibraryVersion.current.warning(onDarwin: false)
        #endif
    }
}

/// A version of the LMDB library, and its known defects.
struct LibraryVersion: Comparable, CustomStringConvertible {
    let major: Int32
    let minor: Int32
    let patch: Int32

    /// The version of the library that is loaded at run time.
    static var current: LibraryVersion {
        var major: Int32 = 0
        var minor: Int32 = 0
        var patch: Int32 = 0
        unsafe mdb_version(&major, &minor, &patch)
        return LibraryVersion(major: major, minor: minor, patch: patch)
    }

    static func < (left: Self, right: Self) -> Bool {
        (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
    }

    var description: String { "\(major).\(minor).\(patch)" }

    func warning(onDarwin: Bool) -> String? {
        var warnings: [String] = []
        if self >= LibraryVersion(major: 0, minor: 9, patch: 26), self <= LibraryVersion(major: 0, minor: 9, patch: 31)
        {
            warnings.append(
                """
                LMDB \(self) has a defect in the lock between processes: use another version if several processes \
                share a file
                """)
        }
        if onDarwin, self < LibraryVersion(major: 0, minor: 9, patch: 36) {
            warnings.append(
                """
                LMDB \(self) does not flush the drive's cache on macOS, so a power loss may lose acknowledged \
                commits: use 0.9.36 or later
                """)
        }
        return warnings.isEmpty ? nil : warnings.joined(separator: "; ")
    }
}

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A folder for what is made and thrown away; in memory where the system has such a place.
package struct ScratchFolder {
    package let path: String

    package init() throws {
        let memory = "/dev/shm"
        let parent =
            FileManager.default.isWritableFile(atPath: memory)
            ? memory : FileManager.default.temporaryDirectory.path(percentEncoded: false)
        path = "\(parent)/nacre-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    package func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }
}

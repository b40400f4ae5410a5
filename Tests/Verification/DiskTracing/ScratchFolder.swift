#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A temporary folder, in memory if the system has such a file system.
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

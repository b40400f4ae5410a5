import Foundation

#if canImport(CDispatch)
    // On Linux, several modules define the system's types, and the compiler may find this one's.
    import CDispatch
#endif

/// A store's size on the disk, and the bytes written for it.
struct StorageFigures: Hashable, Sendable, Codable {
    /// Bytes of all events' data and metadata.
    var payloadBytes: UInt64

    /// Bytes of disk in use, by file name.
    var files: [String: UInt64]

    /// Bytes that the engine's process caused to be written, if the system counts them.
    var processBytesWritten: UInt64?

    /// Bytes written to the device during the engine's turns, by any process, if the system counts them.
    var deviceBytesWritten: UInt64?

    var totalBytes: UInt64 { files.values.reduce(0, +) }

    static func files(in folder: URL) -> [String: UInt64] {
        var files: [String: UInt64] = [:]
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] {
            var status = stat()
            guard stat(folder.appendingPathComponent(name).path, &status) == 0 else { continue }
            files[name] = UInt64(status.st_blocks) * 512
        }
        return files
    }
}

import Foundation

/// What a store takes on the disk, and what was written to get there.
struct StorageFigures: Hashable, Sendable, Codable {
    /// Bytes of all events' data and metadata.
    var payloadBytes: UInt64

    /// Bytes of disk in use, by the files' names.
    var files: [String: UInt64]

    /// Bytes that the engine's process caused to be written, where the system counts them.
    var processBytesWritten: UInt64?

    /// Bytes written to the device while the engine had its turns, by whomever, where the system counts them.
    var deviceBytesWritten: UInt64?

    /// Bytes of disk in use in all.
    var totalBytes: UInt64 { files.values.reduce(0, +) }

    /// Bytes of disk that the files of a folder use.
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

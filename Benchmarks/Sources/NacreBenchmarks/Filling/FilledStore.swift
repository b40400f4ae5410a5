import Foundation

/// A store that was filled outside the measured time, for workloads that read.
struct FilledStore: Sendable {
    var folder: URL

    /// The folder with the index's files from before the last events; empty if the engine has none.
    var heldBack: URL

    var manifest: Manifest

    /// The description of a filled store, which is stored beside it.
    struct Manifest: Hashable, Sendable, Codable {
        var load: AppendLoad
        var contents: LogContents

        /// The number of each writer's appends.
        var appends: [Int]

        /// The lag of the held-back index, in events; 0 if the engine has none.
        var eventsBehindIndex: Int

        var audit: AuditReport

        /// The expected contents of every stream.
        var streams: StreamContents { StreamContents(load, appends: appends) }
    }

    /// Restores the index from before the last events: an index that lags behind its log.
    func holdIndexBack() throws {
        try reporting("the index of \(folder.path) cannot be put back") {
            for name in try FileManager.default.contentsOfDirectory(atPath: heldBack.path) {
                let file = folder.appendingPathComponent(name)
                if FileManager.default.fileExists(atPath: file.path) { try FileManager.default.removeItem(at: file) }
                try FileManager.default.copyItem(at: heldBack.appendingPathComponent(name), to: file)
            }
        }
    }
}

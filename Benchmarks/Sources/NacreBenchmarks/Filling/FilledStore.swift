import Foundation

/// A store that was filled outside the clock, for workloads that read.
struct FilledStore: Sendable {
    var folder: URL

    /// The folder with the index's files as they were before the last events; empty where the engine has none.
    var heldBack: URL

    var manifest: Manifest

    /// What is known of a filled store, as it is kept beside it.
    struct Manifest: Hashable, Sendable, Codable {
        var load: AppendLoad

        /// What the whole log holds.
        var contents: LogContents

        /// How often each writer appended.
        var appends: [Int]

        /// How many events the index that is held back is behind the log; 0 where the engine has none.
        var eventsBehindIndex: Int

        /// What the audit of the filling found.
        var audit: AuditReport
    }

    /// Makes the index what it was before the last events were appended: an index behind its log.
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

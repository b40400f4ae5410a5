import CDiskRecorder
import DiskTracing
import Foundation
import Nacre
import NacreLMDB

/// Backs up a store several times during appends, and records the changes to the folder of the backups.
struct BackupRun {
    /// The answer to the caller of a backup.
    struct Answer: Sendable {
        let name: String
        let summary: BackupSummary
    }

    /// The record of a run.
    struct Recorded: Sendable {
        let trace: DiskTrace
        /// The paths of the trace's files, within the folder.
        let paths: [String]
        /// In the order in which they returned: each adds a mark with its number.
        let answers: [Answer]
        let id: StoreID
        /// The log at the end; each backup holds a prefix of it.
        let events: [RecordedEvent]
    }

    /// For every second backup, an empty folder is created first.
    static let names = ["first", "second", "third", "fourth"]
    static let emptyFolders = ["second", "fourth"]

    private static let commitsBetween = 12

    let folder: String
    let workload = Workload()

    func run() async throws -> Recorded {
        let backups = folder + "/backups"
        for path in [backups] + Self.emptyFolders.map({ "\(backups)/\($0)" }) {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        }
        let store = try await LMDBEventStore.open(at: folder + "/store", options: .small(.full))
        try await append(0, to: store)
        disk_recorder_begin_tree(backups)
        var answers: [Answer] = []
        for (number, name) in Self.names.enumerated() {
            async let appending: Void = append(number + 1, to: store)
            answers.append(Answer(name: name, summary: try await store.backup(to: "\(backups)/\(name)")))
            disk_recorder_mark(UInt64(number))
            try await appending
        }
        let trace = DiskTrace.recorded()
        let recorded = Recorded(
            trace: trace, paths: trace.paths.map { String($0.dropFirst(backups.count + 1)) }, answers: answers,
            id: store.id,
            events: try await store.readLog().collect())
        await store.close()
        try recorded.expectFiles(in: backups)
        return recorded
    }

    /// Appends some commits of each task, including the large ones of one task.
    private func append(_ part: Int, to store: LMDBEventStore) async throws {
        for number in part * Self.commitsBetween + 1...(part + 1) * Self.commitsBetween {
            for task in 0..<workload.tasks {
                try await store.append(workload.commit(Workload.CommitName(task: task, number: number)))
            }
        }
    }
}

extension BackupRun.Recorded {
    /// Compares the folder with the trace byte for byte, which reveals a missed call.
    fileprivate func expectFiles(in folder: String) throws {
        var tree = FolderTree(emptyFolders: BackupRun.emptyFolders)
        var disk = Disk(files: paths.count, exist: true)
        for (index, entry) in trace.entries.enumerated() {
            tree.apply(entry, at: index, paths: paths)
            disk.applyContent(entry, at: index)
        }
        let expected = tree.image(keeping: Set(0..<tree.pendingCount))
        let contents = disk.image(after: .all)
        let found = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { !$0.hasSuffix("-lock") }
        guard trace.unknownCalls == 0, Set(found) == Set(expected.keys) else {
            throw Loss(
                "the folder holds \(found.sorted()), and \(expected.keys.sorted()) were recorded; \(trace.unknownCalls) calls "
                    + "are unknown")
        }
        for (path, file) in expected {
            guard let file else { continue }
            guard [UInt8](try Data(contentsOf: URL(filePath: "\(folder)/\(path)"))) == contents[file] else {
                throw Loss("\(path) differs from the record: a call was missed")
            }
        }
    }
}

extension Disk {
    /// Applies the entries about the contents of files.
    mutating func applyContent(_ entry: DiskTrace.Entry, at index: Int) {
        switch entry {
        case .create, .remove, .rename, .folderSync: break
        default: apply(entry, at: index)
        }
    }
}

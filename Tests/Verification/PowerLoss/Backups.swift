import DiskTracing
import Foundation
import Nacre
import NacreLMDB
import Synchronization

/// Creates and audits the images that a power loss could leave of a folder during backups.
struct Backups {
    let count: Int
    let seed: UInt64
    let folder: String

    /// The result.
    struct Report: Codable {
        var backups = 0
        /// Syncs of files and of folders during the backups.
        var syncs = 0
        var folderSyncs = 0
        /// The number of moments of power loss.
        var moments = 0
        var images = 0
        /// Backups found complete, and those of them that were not yet acknowledged.
        var whole = 0
        var wholeBefore = 0
        /// Images without an entry for the name of an unfinished backup.
        var absent = 0
        var losses = 0
        /// The losses in the first few images.
        var examples: [String] = []
    }

    private struct Moment {
        let disk: Disk
        let tree: FolderTree
        /// The number of acknowledged backups.
        let acknowledged: Int
        let number: Int
    }

    func run() async throws -> Report {
        let recorded = try await BackupRun(folder: folder).run()
        var report = Report(backups: recorded.answers.count)
        for entry in recorded.trace.entries {
            switch entry {
            case .syncEnd: report.syncs += 1
            case .folderSync: report.folderSyncs += 1
            default: break
            }
        }
        let moments = moments(of: recorded)
        let fixed = moments.reduce(0) { $0 + Self.choices(at: $1, random: 0, seed: 0).count * $1.tree.choices.count }
        let open = moments.reduce(0) { $0 + ($1.disk.pendingCount > 0 ? $1.tree.choices.count : 0) }
        let random = max(0, count - fixed + max(1, open) - 1) / max(1, open)
        for moment in moments {
            for survival in Self.choices(at: moment, random: random, seed: seed &+ UInt64(moment.number) << 20) {
                for kept in moment.tree.choices {
                    do {
                        try await audit(moment, survival, kept, recorded, &report)
                    } catch {
                        report.losses += 1
                        if report.examples.count < 5 {
                            report.examples.append(
                                "moment \(moment.number), \(survival), entries \(kept.sorted()) of "
                                    + "\(moment.tree.pendingCount): \(error)")
                        }
                    }
                    report.images += 1
                }
            }
            report.moments += 1
        }
        return report
    }

    private static func choices(at moment: Moment, random: Int, seed: UInt64) -> [Survival] {
        Survival.choices(of: moment.disk, random: random, seed: seed)
    }

    /// Before and after each sync takes effect, after each change of an entry, and after each acknowledgement.
    private func moments(of recorded: BackupRun.Recorded) -> [Moment] {
        var disk = Disk(files: recorded.paths.count, exist: true)
        var tree = FolderTree(emptyFolders: BackupRun.emptyFolders)
        var acknowledged = 0
        var moments: [Moment] = []
        func add(_ number: Int) {
            guard moments.last?.number != number else { return }
            moments.append(Moment(disk: disk, tree: tree, acknowledged: acknowledged, number: number))
        }
        for (index, entry) in recorded.trace.entries.enumerated() {
            switch entry {
            case .syncBegin, .syncEnd, .folderSync: add(index)
            default: break
            }
            disk.applyContent(entry, at: index)
            tree.apply(entry, at: index, paths: recorded.paths)
            if case .mark = entry { acknowledged += 1 }
            switch entry {
            case .syncEnd, .folderSync, .makeFolder, .rename, .create, .remove, .mark: add(index + 1)
            default: break
            }
        }
        return moments
    }

    private func audit(
        _ moment: Moment, _ survival: Survival, _ kept: Set<Int>, _ recorded: BackupRun.Recorded, _ report: inout Report
    ) async throws {
        let entries = moment.tree.image(keeping: kept)
        let contents = moment.disk.image(after: survival)
        for (number, answer) in recorded.answers.enumerated() {
            let names = entries.keys.filter { $0.hasPrefix(answer.name + "/") }
            guard !names.isEmpty else {
                guard number >= moment.acknowledged else {
                    throw Loss("backup \(answer.name) was acknowledged, but is lost")
                }
                guard entries[answer.name] == nil || BackupRun.emptyFolders.contains(answer.name) else {
                    throw Loss("the name of backup \(answer.name) has an empty folder")
                }
                if number == moment.acknowledged { report.absent += 1 }
                continue
            }
            guard names == [answer.name + "/log.mdb"], let file = entries[names[0]] ?? nil, let bytes = contents[file]
            else {
                throw Loss("backup \(answer.name) holds \(names)")
            }
            try await audit(answer, bytes, recorded)
            report.whole += 1
            report.wholeBefore += number >= moment.acknowledged ? 1 : 0
        }
    }

    /// Opens a backup, which must hold what its caller was or will be answered.
    private func audit(_ answer: BackupRun.Answer, _ log: [UInt8], _ recorded: BackupRun.Recorded) async throws {
        let path = "\(folder)/image"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(log).write(to: URL(filePath: "\(path)/log.mdb"))
        let store = try await LMDBEventStore.open(
            at: path, options: .small(.unsynced, createsStore: false))
        do {
            let findings = Mutex<[String]>([])
            _ = try await store.verify(
                progress: { _, _ in },
                finding: { finding in findings.withLock { $0.append(finding.description) } })
            if let first = findings.withLock({ $0.first }) { throw Loss("backup \(answer.name): \(first)") }
            let statistics = try await store.statistics()
            let events = try await store.readLog().collect()
            guard store.id == recorded.id, statistics.blocks == answer.summary.blocks,
                events == Array(recorded.events.prefix(Int(answer.summary.head)))
            else {
                throw Loss("backup \(answer.name) ends at \(events.count), and its answer was \(answer.summary)")
            }
        } catch {
            await store.close()
            throw error
        }
        await store.close()
    }
}

import DiskTracing
import Foundation
import Nacre
import NacreLMDB
import Synchronization

extension Questions {
    /// Verifies the log: the cause of other refusals must be found.
    func askVerification() async {
        let hadRefused = probing.hasRefused
        await probing.ask(.verify) {
            let findings = Mutex<[VerificationFinding]>([])
            let summary = try await store.verify(
                progress: { _, _ in }, finding: { finding in findings.withLock { $0.append(finding) } })
            let found = findings.withLock { $0 }
            guard summary.findings == found.count else {
                throw WrongAnswer("\(summary.findings) faults are counted, and \(found.count) reported")
            }
            guard found.isEmpty else { return }
            guard !hadRefused else { throw WrongAnswer("verification finds no fault, although a read was refused") }
            guard summary.events == head, summary.blocks == oracle.blockCount(upTo: head) else {
                throw WrongAnswer("verification finds no fault in \(summary.events) events, expected \(head) events")
            }
        }
    }

    /// Brings a read model up to date: the store's own, or a new one.
    func askProjection(in path: String) async {
        await probing.ask(.projection) {
            let models: any ReadModelStore =
                shape.hasReadModel ? try await StreamCounts.models(in: path) : InMemoryReadModelStore()
            defer { (models as? LMDBReadModelStore)?.close() }
            let runner = ProjectionRunner(projection: StreamCounts(), store: store, models: models)
            let reached = try await runner.catchUp()
            guard reached == head else { throw WrongAnswer("a projection has reached \(reached), the head is \(head)") }
            let name = StreamCounts().name
            let rows = try await SerialBlockingExecutor(named: "reading").run {
                try models.read(name) { model in
                    var rows: [StreamName: UInt64] = [:]
                    try model.forEachRow(in: 0, after: nil) { key, value in
                        var reader = RowReader(value.span)
                        rows[StreamName(String(decoding: key, as: UTF8.self))] = try reader.number()
                        return true
                    }
                    return rows
                }
            }
            let due = oracle.streams.mapValues { places in UInt64(places.count { $0 < Int(head) }) }.filter {
                $0.value > 0
            }
            guard rows == due else {
                throw WrongAnswer("the read model has \(rows.count) rows, expected \(due.count)")
            }
        }
    }

    /// Makes a backup and reads it: it is complete, or missing.
    func askBackup(to path: String) async {
        await probing.ask(.backup) {
            defer { try? FileManager.default.removeItem(atPath: path) }
            let summary: BackupSummary
            do {
                summary = try await store.backup(to: path)
            } catch {
                guard !FileManager.default.fileExists(atPath: path) else {
                    throw WrongAnswer("a backup failed and left \(path): \(error)")
                }
                throw error
            }
            guard summary.head == head, summary.blocks == oracle.blockCount(upTo: head) else {
                throw WrongAnswer("a backup ends at \(summary.head) with \(summary.blocks) blocks, the head is \(head)")
            }
            let copy = try await LMDBEventStore.open(at: path, options: shape.options)
            do {
                var position: Position = 0
                for try await event in copy.readLog() {
                    position += 1
                    guard event == oracle.events[Int(position) - 1] else {
                        throw WrongAnswer("a backup holds another event at \(position)")
                    }
                }
                guard position == head else { throw WrongAnswer("a backup ends at \(position), the head is \(head)") }
            } catch {
                await copy.close()
                throw (error as? WrongAnswer) ?? WrongAnswer("a backup cannot be read: \(error)")
            }
            await copy.close()
        }
    }
}

import DiskTracing
import Nacre
import NacreLMDB
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An image with a damaged synced page, and the same image without the damage.
struct DamagedImage: Codable {
    /// The folder of the store as the power loss left it.
    let sound: String
    /// The folder of the damaged copy.
    let damaged: String
    /// The file with the damaged page.
    let damagedFile: String
    let description: String
    let known: Workload.Known
    let tasks: Int

    /// The results of the questions.
    struct Result: Codable {
        /// The number of answers equal to those of the sound image.
        var right = 0
        /// The number of typed errors that name a position or a file.
        var refused = 0
        /// All other results.
        var wrong: [String] = []
    }

    /// Asks the damaged store all questions, and compares the answers with the sound one.
    func audit() async throws -> Result {
        let workload = Workload(tasks: tasks)
        let events = try await events(of: sound)
        var asking = ImageProbe(damagedFile: damagedFile)
        let store = await asking.ask("opening") {
            try await LMDBEventStore.open(at: damaged, options: .small(.full, createsStore: false))
        }
        guard let store else { return asking.result }
        await askLog(store, events, &asking)
        await askIndex(store, events, &asking)
        await askWhole(store, events, &asking)
        let appended = await askWriting(store, events, workload, &asking)
        await store.close()
        await askAgain(events, appended, workload, &asking)
        return asking.result
    }

    func remove() throws {
        for path in [sound, damaged] { try FileManager.default.removeItem(atPath: path) }
        try? FileManager.default.removeItem(atPath: Workload.backup(of: damaged))
    }

    private func events(of path: String) async throws -> [RecordedEvent] {
        let store = try await LMDBEventStore.open(at: path, options: .small(.unsynced, createsStore: false))
        do {
            let events = try await store.readLog().collect()
            await store.close()
            return events
        } catch {
            await store.close()
            throw error
        }
    }

    func expect(
        _ found: EventSequence, _ expected: some Sequence<RecordedEvent>
    ) async throws {
        var expected = expected.makeIterator()
        for try await event in found {
            guard let due = expected.next() else { throw Loss("event \(event.position) is returned, expected the end") }
            guard event == due else { throw Loss("event \(event.position) is returned, expected \(due.position)") }
        }
        if let due = expected.next() { throw Loss("it ends without an error before event \(due.position)") }
    }

    // MARK: Questions

    private func askLog(_ store: LMDBEventStore, _ events: [RecordedEvent], _ asking: inout ImageProbe) async {
        await asking.ask("the head") {
            let head = try await store.head()
            guard head == events.count else { throw Loss("it is \(head), expected \(events.count)") }
        }
        await asking.ask("the log") { try await expect(store.readLog(), events) }
        await asking.ask("the log backward") { try await expect(store.readLog(.backward()), events.reversed()) }
        for event in events {
            await asking.ask("position \(event.position)") {
                guard try await store.event(at: event.position) == event else { throw Loss("another event") }
            }
        }
        await asking.ask("a scan") {
            try await SerialBlockingExecutor(named: "scanning").run {
                var count = 0
                try store.scan(after: 0) { (event: EventView) -> Bool in
                    guard count < events.count, event.recorded() == events[count] else {
                        throw Loss("event \(event.position) is returned, expected \(count + 1)")
                    }
                    count += 1
                    return true
                }
                guard count == events.count else { throw Loss("it ends after event \(count)") }
            }
        }
        await asking.ask("a subscription") {
            var count = 0
            for try await message in store.subscribe(after: 0) {
                switch message {
                case .event(let event):
                    guard count < events.count, event == events[count] else {
                        throw Loss("event \(event.position) is returned, expected \(count + 1)")
                    }
                    count += 1
                case .caughtUp:
                    guard count == events.count else { throw Loss("it has caught up after event \(count)") }
                    return
                }
            }
        }
    }

    private func askIndex(_ store: LMDBEventStore, _ events: [RecordedEvent], _ asking: inout ImageProbe) async {
        for (stream, due) in Dictionary(grouping: events, by: \.stream) {
            await asking.ask("stream \(stream)") { try await expect(store.read(stream), due) }
            await asking.ask("stream \(stream) backward") {
                try await expect(store.read(stream, .backward()), due.reversed())
            }
            await asking.ask("the version of \(stream)") {
                let version = try await store.version(of: stream)
                guard version == due.count else { throw Loss("it is \(version), expected \(due.count)") }
            }
        }
        for event in events {
            await asking.ask("the id of \(event.position)") {
                guard try await store.event(withID: event.id) == event else { throw Loss("it is not found") }
            }
        }
        for type in ["Asked", "Answered", "Done"] as [EventType] {
            await asking.ask("type \(type)") {
                try await expect(
                    store.readLog(matching: .types(type)), events.filter { $0.type == type })
            }
        }
        for tag in Set(events.flatMap(\.tags)) {
            await asking.ask("tag \(tag)") {
                try await expect(store.readLog(matching: .tagged(tag)), events.filter { $0.tags.contains(tag) })
            }
        }
    }

    /// The questions that read the whole store.
    private func askWhole(_ store: LMDBEventStore, _ events: [RecordedEvent], _ asking: inout ImageProbe) async {
        await asking.ask("a backup") {
            let path = Workload.backup(of: damaged)
            try await store.backup(to: path)
            guard try await self.events(of: path) == events else { throw Loss("it holds another log") }
        }
        await asking.ask("the read model") {
            let models = try await StreamCounts.models(in: damaged, mapSize: Workload.smallestMap)
            defer { models.close() }
            try await StreamCounts.compare(models, with: store)
        }
        let hasRefused = asking.result.refused > 0
        await asking.ask("verification") {
            let findings = Mutex(0)
            _ = try await store.verify(progress: { _, _ in }, finding: { _ in findings.withLock { $0 += 1 } })
            if hasRefused, findings.withLock({ $0 }) == 0 { throw Loss("it finds no fault, although reading did") }
        }
    }

    private func askWriting(
        _ store: LMDBEventStore, _ events: [RecordedEvent], _ workload: Workload, _ asking: inout ImageProbe
    ) async -> Appended {
        let guarded = known.acknowledged.keys.filter { $0.task == Workload.guardedTask }.map(\.number)
        for number in guarded {
            await asking.ask("a commit to be refused behind guarded commit \(number)") {
                do {
                    try await store.append(workload.refusedCommit(behind: number))
                } catch let error as EventStoreError where error.code == .conflict {
                    return
                }
                throw Loss("it is accepted")
            }
        }
        for (name, positions) in known.acknowledged {
            await asking.ask("repeating \(name)") {
                let found = try await store.append(workload.commit(name)).positions
                guard found == positions else { throw Loss("it is answered with \(found), expected \(positions)") }
            }
        }
        var appended = Appended()
        await asking.ask("appending") {
            do {
                appended.positions = try await store.append(workload.commit(workload.commitBeyond)).positions
            } catch let error as EventStoreError {
                appended.isAbsent = error.outcome == .notWritten
                throw error
            }
            guard appended.positions?.first == Position(events.count + 1) else {
                throw Loss("it is acknowledged at \(appended.positions ?? []), after event \(events.count)")
            }
        }
        appended.answeredUpTo = await asking.ask("the process manager") {
            try await ProcessRunner(manager: ReplyProcess(), store: store).catchUp()
        }
        return appended
    }
}

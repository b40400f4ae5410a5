import CStepping
import LMDB
import Nacre
import Synchronization

@testable import NacreLMDB

/// A process of the simulation: does the steps that it receives, for up to two openings of the store.
final class SteppedProcess {
    static let openings = 2

    private let folder: StoreFolder
    private var channel: Channel
    private let output: Int32
    private var presences = [StorePresence?](repeating: nil, count: openings)
    private var stores = [SteppedStore?](repeating: nil, count: openings)
    /// The log of a program that knows no journal.
    private var tool: Environment?

    init(_ folder: String, _ channel: consuming Channel) {
        self.folder = StoreFolder(folder)
        output = channel.output
        self.channel = channel
    }

    /// Does steps until the simulation ends the process.
    func run() {
        while let line = channel.receive() {
            let words = line.split(separator: " ").map(String.init)
            switch words[0] {
            case "stopping":
                // This step runs on a thread of its own, where it may stop, and others follow before it ends.
                let step = UncheckedStep(process: self, call: Int32(words[1]) ?? 0, words: Array(words[2...]))
                do {
                    _ = try DedicatedThread { step.run() }
                } catch {
                    reply("cannot start a thread: \(error)")
                }
            case "stopped":
                reply(doWhileStopped(Array(words[1...])))
            default: reply(perform(words))
            }
        }
    }

    /// A step that may stop; the simulation gives no other step to the parts of the process that it uses meanwhile.
    private struct UncheckedStep: @unchecked Sendable {
        let process: SteppedProcess
        let call: Int32
        let words: [String]

        func run() {
            stepping_stop_at(call)
            let answer = process.perform(words)
            stepping_stop_at(0)
            process.reply(answer)
        }
    }

    private func reply(_ answer: String) { Channel.send("\(stages)\t\(answer)", to: output) }

    /// A letter for each opening, and one for the program without a journal.
    private var stages: String {
        String(
            (0..<Self.openings).map { index in stores[index]?.stage ?? (presences[index] == nil ? "-" : "r") }
                + [tool == nil ? "-" : "t"])
    }

    private func perform(_ words: [String]) -> String {
        do {
            let opening = words.count > 1 ? Int(words[1]) ?? 0 : 0
            switch words[0] {
            case "register":
                try folder.prepare(isCreating: true)
                presences[opening] = try StorePresence.add(in: folder)
                return "done"
            case "await": return try presences[opening]?.otherOwner() == nil ? "free" : "owned"
            case "open": return try open(opening, words)
            case "leave":
                presences[opening]?.close()
                presences[opening] = nil
                return "done"
            case "append": return stores[opening]?.append(Self.commit(words).commit) ?? "none"
            case "wake":
                stores[opening]?.wakeWriter()
                return "done"
            case "prepare": return step(.prepare, opening)
            case "drain": return step(.drain, opening)
            case "look": return step(.look, opening)
            case "read": return "log " + (try stores[opening]?.log() ?? "")
            case "lookups": return "log " + (try stores[opening]?.lookups() ?? "")
            case "close":
                stores[opening]?.close()
                stores[opening] = nil
                presences[opening] = nil
                return "done"
            case "toolopen": return try openTool()
            case "toolread":
                return "log " + (try tool?.withStoredSnapshot { (log) in try SteppedStore.text(of: &log) } ?? "")
            case "toolclose":
                tool?.close()
                tool = nil
                return "done"
            default: return "unknown \(words[0])"
            }
        } catch let error as EventStoreError {
            return "failed \(error.code) \(error.message.replacing("\n", with: " "))"
        } catch {
            return "failed \(error)"
        }
    }

    private func step(_ step: Journaling.Step, _ opening: Int) -> String {
        stores[opening]?.perform(step) == true ? "done" : "skipped"
    }

    /// Reads, or writes a frame beside a drain that has stopped.
    private func doWhileStopped(_ words: [String]) -> String {
        let opening = Int(words[1]) ?? 0
        guard let store = stores[opening] else { return "none" }
        // The writer would wait for the drain.
        if words[0] == "append", store.stage != "u" || store.journaling.isEndDue { return "busy" }
        return perform(words)
    }

    private static func commit(_ words: [String]) -> SimulatedCommit {
        func number(_ index: Int) -> Int { Int(words[index]) ?? 0 }
        return SimulatedCommit(
            number: number(2), stream: number(3), count: number(4), byteCount: number(5),
            expectation: words[6] == "any" ? .any : .exact(StreamVersion(number(6))))
    }

    /// The words are the bounds of the journal.
    private func open(_ opening: Int, _ words: [String]) throws -> String {
        guard let presence = presences[opening] else { return "none" }
        func number(_ index: Int) -> Int { Int(words[index]) ?? 0 }
        var options = LMDBEventStore.Options(mapSize: 64 << 20, derivedMapSize: 64 << 20, timeSource: StandingClock())
        options.writeLockTimeout = .milliseconds(4)
        options.tailLimits = TailLimits(eventsPerGeneration: 8, maxCount: 64)
        options.journal.busyTime = 0
        options.journal.busyPeriod = 0
        options.journal.retryInterval = 0
        options.journal.fileBytes = number(2) * JournalLayout.pageBytes
        options.journal.directBytes = number(3)
        options.journal.pendingBytes = number(4)
        options.journal.commitBytes = number(5)
        options.journal.idleTime = number(6) == 1 ? 0 : 1 << 60
        stores[opening] = try SteppedStore(folder, presence, options)
        return "done"
    }

    /// Opens the log as a program that knows no journal does: it refuses a log with a mark.
    private func openTool() throws -> String {
        let log = try Environment.open(
            at: folder.log, options: .init(mapSize: 64 << 20, waitPolicy: .init(limit: .milliseconds(4))))
        let marked = try log.withStoredSnapshot { (snapshot) in try snapshot.markedHeader(path: folder.log) }
        guard let marked, marked.mark == .empty else {
            log.close()
            return "refused"
        }
        tool = log
        return "done"
    }
}

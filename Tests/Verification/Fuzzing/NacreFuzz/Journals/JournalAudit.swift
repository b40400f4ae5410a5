import Nacre
import NacreLMDB
import Synchronization
import TestRandomness

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Audits a store whose journal was in use and has been mutated.
///
/// - What must be recovered is what ``JournalVerdict`` says: the store opens with exactly that log, or is refused for
///   appending and shows exactly that log read-only and once the loss is confirmed.
/// - Besides, and without that verdict: unless a value was changed behind a valid checksum, every acknowledged event is
///   there, except those of a damaged last frame, which looks like an interrupted write.
struct JournalAudit {
    let fuzzed: JournalCase
    let folder: String
    /// How the store is opened.
    let options: LMDBEventStore.Options
    /// Whether index and read models of the whole log are there.
    let hasDerived: Bool
    private let verdict: JournalVerdict
    /// The log that must be there once the store is open.
    let log: ParsedLog
    /// The acknowledged events.
    let acknowledged: Model
    private let stored: [RawEntry]
    var random: SeededGenerator
    /// The wrong answers.
    var faults: [String] = []

    /// Reads the files of the case.
    init(_ fuzzed: JournalCase, in folder: String) throws {
        self.fuzzed = fuzzed
        self.folder = folder
        var random = fuzzed.random
        let isDurable = random.chance(70)
        // The derived files of the specimen are ahead of a log that has lost events: at durability `full`, that is
        // evidence of its own.
        hasDerived = random.chance(isDurable ? 25 : 75) && !(isDurable && fuzzed.original.isBehindDerived)
        if !hasDerived {
            for file in ["index.mdb", "views.mdb"] {
                for path in [folder + "/" + file, folder + "/" + file + "-lock"] {
                    try? FileManager.default.removeItem(atPath: path)
                }
            }
        }
        var options = Specimen.options(SteppedClock(), isIndexing: fuzzed.seed % 2 == 0)
        options.durability = isDurable ? .full : .unsynced
        options.useJournalAtOnce(pages: 40)
        // Several commits of recovery, or one.
        if random.chance(50) { options.journal.commitBytes = 1 }
        self.options = options
        stored = try RawFile.entries(of: folder + "/log.mdb")
        verdict = JournalVerdict(stored, fuzzed.mutated.journal, isDurable: isDurable)
        log = ParsedLog(verdict.log)
        acknowledged = Model(ParsedLog(fuzzed.original.acknowledged))
        self.random = random
    }

    /// Whether the events that must be recovered can be refused: the derived files are of another log, or no store
    /// writes such a log.
    private var mayBeRefused: Bool {
        log.soundness != .sound || hasDerived && options.durability == .full && log.events != acknowledged.events
    }

    /// Whether the log says that it does not need the journal.
    private var hasEmptyMark: Bool { stored.first?.value.count == 40 }

    mutating func run() async throws {
        switch verdict.opening {
        case .refused(let why):
            for isReading in [false, true] {
                let opened = await open(isReading: isReading)
                if let store = opened.store {
                    faults.append("a store opens though \(why)")
                    await store.close()
                }
            }
            let confirmed = await confirm()
            if !confirmed.isRefusal { faults.append("a loss is confirmed though \(why): \(confirmed.summary)") }
        case .whole:
            // Any of these openings recovers the journal.
            switch random.below(4) {
            case 0: await readOnly(isLost: nil)
            case 1: await confirmLoss(isLost: nil)
            default: break
            }
            try await append()
        case .lost(let why):
            let readsFirst = random.chance(50)
            if readsFirst { await readOnly(isLost: why) }
            if readsFirst || random.chance(60) { try await expectRefusal(why, isUnchanged: !readsFirst) }
            if !readsFirst { await readOnly(isLost: why) }
            if random.chance(30) { try await expectRefusal(why, isUnchanged: false) }
            await confirmLoss(isLost: why)
            try await append()
        }
    }

    // MARK: Openings

    /// Opens the store; an error that no store may throw is a fault.
    mutating func open(isReading: Bool = false) async -> (store: LMDBEventStore?, refusal: Answer?) {
        var options = options
        options.fallsBackToReadOnly = isReading
        do {
            return (try await LMDBEventStore.open(at: folder, options: options), nil)
        } catch {
            let refusal = Answer(error)
            if !refusal.isRefusal { faults.append("opening: \(refusal.summary)") }
            return (nil, refusal)
        }
    }

    /// Opens a store for appending whose events are lost.
    private mutating func expectRefusal(_ why: String, isUnchanged: Bool) async throws {
        let opened = await open()
        if let store = opened.store {
            faults.append("opening for appending, though the journal has lost events: \(why)")
            await store.close()
            return
        }
        if let refusal = opened.refusal, !refusal.isRefusal(.eventsLost, .damaged) {
            faults.append("opening: \(refusal.summary), expected that events are lost: \(why)")
        }
        guard isUnchanged else { return }
        let journal = try? Data(contentsOf: URL(filePath: folder + "/journal"))
        let isSame = try RawFile.entries(of: folder + "/log.mdb") == stored
        if !isSame || journal.map({ [UInt8]($0) }) != fuzzed.mutated.journal {
            faults.append("a refused opening has changed the \(isSame ? "journal" : "log")")
        }
    }

    /// Opens the store read-only if it has lost events, and reads it.
    private mutating func readOnly(isLost: String?) async {
        let opened = await open(isReading: true)
        guard let store = opened.store else {
            if !mayBeRefused || isLost != nil && log.soundness == .sound {
                faults.append("opening read-only: \(opened.refusal?.summary ?? "")")
            }
            return
        }
        await readAll(store, isLost == nil ? "recovered" : "read-only")
        let witnesses = store.lostEvents.map(\.witness)
        if let isLost {
            if !witnesses.contains(.journal) { faults.append("read-only, no loss is named: \(isLost)") }
            let finding = await answer {
                .text("\(try await store.verify(progress: { _, _ in }, finding: { _ in }).findings > 0)")
            }
            if finding == .text("false") { faults.append("verifying does not find that events are lost: \(isLost)") }
            let appended = await answer {
                .text("\(try await store.append([EventData(type: "Moved", data: [])], to: "new-1"))")
            }
            if !appended.isRefusal(.eventsLost) { faults.append("an append after a loss: \(appended.summary)") }
        } else if witnesses.contains(.journal), log.soundness != .broken {
            faults.append("events are lost though the journal is whole: \(store.lostEvents)")
        }
        await store.close()
    }

    private func confirm() async -> Answer {
        await answer {
            let confirmed = try await LMDBEventStore.confirmRestored(at: folder, options: options)
            return .text("\(confirmed.head) \(confirmed.discarded.contains { $0.witness == .journal })")
        }
    }

    private mutating func confirmLoss(isLost: String?) async {
        let found = await confirm()
        if case .wrongError = found { faults.append("confirming a loss: \(found.summary)") }
        if found.isRefusal, log.soundness == .broken { return }
        // An empty mark is no evidence for an unsynced store, but for this command.
        let expected = "\(log.end ?? 0) \(isLost != nil)"
        if found != .text(expected), !hasEmptyMark {
            faults.append("confirming a loss: \(found.summary) instead of \(expected)")
        }
        guard isLost != nil else { return }
        let aside = (try? Data(contentsOf: URL(filePath: folder + "/journal-lost"))).map { [UInt8]($0) }
        if aside != fuzzed.mutated.journal { faults.append("the journal that was given up is not kept as it was") }
    }

    // MARK: Answers

    /// Reads the whole log: exactly the events that must be there.
    mutating func readAll(_ store: LMDBEventStore, _ what: String) async {
        let found = await answer { .events(try await store.readLog().collect()) }
        if case .wrongError = found { faults.append("reading (\(what)): \(found.summary)") }
        guard log.soundness != .broken else { return }
        if found.isRefusal, log.soundness == .odd { return }
        if found != .events(log.events) {
            faults.append("\(what): \(found.summary) instead of \(log.events.count) events")
        }
        judgeAcknowledged(found.events, what)
    }

    /// Compares with the acknowledged events, where no value was changed behind a valid checksum.
    private mutating func judgeAcknowledged(_ events: [RecordedEvent], _ what: String) {
        guard !fuzzed.isForged else { return }
        if !acknowledged.events.starts(with: events) { faults.append("\(what): an event was never acknowledged") }
        guard case .whole = verdict.opening, let last = fuzzed.original.frames.last else { return }
        let isIntact =
            fuzzed.mutated.journal?.count == fuzzed.original.journal?.count
            && fuzzed.mutated.journal?[last.range] == fuzzed.original.journal?[last.range]
        let least = isIntact ? acknowledged.head : last.before.position
        if UInt64(events.count) < least { faults.append("\(what): \(events.count) events, \(least) were acknowledged") }
    }

    /// Opens the store for appending, and asks all questions.
    private mutating func append() async throws {
        let opened = await open()
        guard let store = opened.store else {
            if !mayBeRefused { faults.append("opening for appending: \(opened.refusal?.summary ?? "")") }
            return
        }
        await readAll(store, "opened")
        // Questions about positions behind the end of a shorter log are refused.
        let original = log.soundness == .sound ? Model(log) : acknowledged
        var audit = CaseAudit(
            seed: fuzzed.seed, original: original, log: log, hasUnneededJournal: hasEmptyMark)
        await audit.ask(store, in: folder)
        if options.durability == .full, log.soundness == .sound, random.chance(25) { try await kill(store) }
        await store.close()
        let after = ParsedLog(try RawFile.entries(of: folder + "/log.mdb"))
        audit.judge(logAfter: after)
        faults += audit.faults
        guard log.soundness == .sound else { return }
        let again = await open()
        guard let reopened = again.store else {
            return faults.append("opening again: \(again.refusal?.summary ?? "")")
        }
        let found = await answer { .events(try await reopened.readLog().collect()) }
        if found != .events(after.events) { faults.append("opened again: \(found.summary)") }
        await reopened.close()
    }

    /// Appends through the journal and copies the files, as a killed process leaves them: the copy has all events.
    private mutating func kill(_ store: LMDBEventStore) async throws {
        for number in 0..<40 {
            let appended = await answer {
                .text("\(try await store.append([EventData(type: "Moved", data: [UInt8(number)])], to: "new-2"))")
            }
            if appended.isRefusal { return faults.append("an append: \(appended.summary)") }
            if store.journalStatistics?.pendingBytes ?? 0 > 0, number > 3 { break }
            try await Task.sleep(for: .milliseconds(1))
        }
        let events = try await store.readLog().collect()
        let copy = folder + "-killed"
        defer { try? FileManager.default.removeItem(atPath: copy) }
        try? FileManager.default.removeItem(atPath: copy)
        try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
        for file in ["log.mdb", "journal"] where FileManager.default.fileExists(atPath: folder + "/" + file) {
            try FileManager.default.copyItem(atPath: folder + "/" + file, toPath: copy + "/" + file)
        }
        let found = await answer {
            let killed = try await LMDBEventStore.open(at: copy, options: options)
            let found = try await killed.readLog().collect()
            await killed.close()
            return .events(found)
        }
        if found != .events(events) {
            faults.append("killed again: \(found.summary) instead of \(events.count) events")
        }
    }
}

import DomainKit
import Nacre
import NacreLMDB
import Synchronization
import TestRandomness

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Judges the answers of a store that was changed.
///
/// - Of a log that holds together: what the log says, and an error only where no store writes such a log.
/// - Of a log that does not: an error from all that look at the whole log, and a finding from verifying. What looks at
///   some blocks alone hands out nothing that neither stands there nor stood there before; what a changed block holds
///   instead of what the index names, it may leave out.
/// - Of an index or read models: what the log says, or an error. Where bytes that fit their checksums lie about the log,
///   an answer may be wrong until the log is verified, or the read model compared with it: these tell of it, or have it
///   made anew.
struct CaseAudit {
    private let file: Specimen.File
    private let shape: Specimen.Shape
    private let original: Model
    /// What the log is now.
    private let log: ParsedLog
    private let present: Model
    /// What it must not have answered.
    private(set) var faults: [String] = []
    /// Wrong answers that are none where verifying or comparing tells of the fault.
    private var doubts: [String] = []
    /// Whether verifying told of a fault.
    private var isFaultFound = false
    /// Draws what is asked.
    private var random: SeededGenerator

    init(_ fuzzed: FuzzCase, log: ParsedLog) {
        random = SeededGenerator(seed: ~fuzzed.seed)
        file = fuzzed.file
        shape = fuzzed.specimen.shape
        original = fuzzed.specimen.model
        self.log = log
        present = fuzzed.file == .log ? Model(log) : original
    }

    /// Whether the store may refuse an answer.
    private var mayRefuse: Bool { file != .log || log.soundness != .sound }

    mutating func judgeRefusal(_ answer: Answer) {
        judge("opening", answer, isKnown: false)
        if file != .log { faults.append("opening, though the log is whole: \(answer.summary)") }
    }

    /// How many of a hundred questions that look at a part of the log a case asks: each case is quicker, and other cases
    /// ask the others.
    private static let askedOfHundred = 20

    /// Asks what the seed draws, and always what looks at the whole log, verifies and appends.
    mutating func ask(_ store: LMDBEventStore, in folder: String) async {
        var doubtful: [Interrogation.Question] = []
        for question in Interrogation.questions(about: original) {
            guard question.isWhole || random.chance(Self.askedOfHundred) else { continue }
            let before = doubts.count
            judge(question, await answer { try await question.ask(store) })
            if doubts.count > before { doubtful.append(question) }
        }
        await askToVerify(store)
        if file == .index, !doubtful.isEmpty {
            doubts = []
            for question in doubtful where !isFaultFound {
                judge(question, await answer { try await question.ask(store) })
            }
            settleDoubts(differences: [])
        }
        if random.chance(Self.askedOfHundred) { await askForBackup(store, in: folder) }
        let derived = DerivedQuestions(store: store, folder: folder)
        if file == .views || random.chance(Self.askedOfHundred) { await judgeDerived(await derived.ask()) }
        settleDoubts(differences: [])
        let appends = AppendQuestions(store: store, model: present)
        for (name, expected, found) in await appends.ask(isExact: log.soundness == .sound) {
            judge(name, found, expected: expected, isKnown: log.soundness == .sound && file != .index)
        }
        for (name, found) in await derived.useProcesses() { judge(name, found, isKnown: false) }
    }

    private mutating func judge(_ question: Interrogation.Question, _ found: Answer) {
        if question.isWhole, log.soundness == .broken, !found.isRefusal {
            faults.append("\(question.name) does not meet the damage: \(found.summary)")
            return
        }
        // Where versions are missing, or ids are there twice, more than one answer is right.
        let present = present
        let isKnown = question.needsSoundLog ? log.soundness != .odd : true
        judge(question.name, found, expected: present.expected(by: question), isKnown: isKnown)
    }

    /// Whether nothing was made up: all of it stands in the log, or stood there before.
    private func isTaken(_ found: Answer) -> Bool {
        guard case .events(let events) = found else { return true }
        return events.allSatisfy { present.contains($0) || original.contains($0) }
    }

    /// Judges one answer.
    ///
    /// - Parameters:
    ///   - name: The question.
    ///   - found: The answer.
    ///   - expected: The right one of a log that holds together.
    ///   - isKnown: Whether that one alone is right.
    private mutating func judge(
        _ name: String, _ found: Answer, expected: @autoclosure () -> Answer? = nil, isKnown: Bool = true
    ) {
        if case .wrongError = found { return faults.append("\(name): \(found.summary)") }
        guard isKnown else { return }
        if log.soundness == .broken {
            if !isTaken(found) { faults.append("\(name) makes up an answer: \(found.summary)") }
            return
        }
        if found.isRefusal, mayRefuse { return }
        guard let expected = expected() else { return }
        // That something does not hold, or is not there, is an answer too.
        if expected == found || expected.isRefusal && found.isRefusal { return }
        let fault = "\(name): \(found.summary), expected \(expected.summary)"
        if file == .log { faults.append(fault) } else { doubts.append(fault) }
    }

    private mutating func askToVerify(_ store: LMDBEventStore) async {
        let findings = Mutex<[String]>([])
        let found = await answer {
            _ = try await store.verify(
                progress: { _, _ in },
                finding: { finding in findings.withLock { $0.append("\(finding)") } })
            return .text("verified")
        }
        if case .wrongError = found { faults.append("verifying: \(found.summary)") }
        let all = findings.withLock { $0 }
        let isFound = !all.isEmpty || found.isRefusal
        isFaultFound = isFound
        if file == .log, log.soundness == .broken, !isFound { faults.append("verifying finds nothing") }
        if file == .log, log.soundness == .sound, isFound {
            faults.append("verifying finds what is not there: \(all.first ?? found.summary)")
        }
    }

    private mutating func askForBackup(_ store: LMDBEventStore, in folder: String) async {
        let path = folder + "-backup"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let found = await answer {
            _ = try await store.backup(to: path)
            return .events(ParsedLog(try RawFile.entries(of: path + "/log.mdb")).events)
        }
        let present = present
        if log.soundness == .broken {
            if !found.isRefusal { faults.append("a backup of a damaged log: \(found.summary)") }
        } else {
            judge("backup", found, expected: .events(present.events))
        }
    }

    private mutating func judgeDerived(_ findings: DerivedQuestions.Findings) async {
        let present = present
        for (name, found, upTo) in findings.answers {
            guard let upTo else {
                judge(name, found, isKnown: false)
                continue
            }
            judge(
                name, found, expected: present.counts(upTo: upTo), isKnown: log.soundness != .broken)
        }
        if file == .views { settleDoubts(differences: findings.differences) }
    }

    /// What was doubtful is a fault, unless comparing with the log has told of it.
    private mutating func settleDoubts(differences: [String]) {
        if differences.isEmpty { faults += doubts }
        doubts = []
    }
}

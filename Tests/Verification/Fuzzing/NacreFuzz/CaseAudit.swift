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

/// Audits the answers of a mutated store.
///
/// - Of a consistent log: the log's contents, and an error only if no store writes such a log.
/// - Of an inconsistent log: an error from every read of the whole log, and a finding of verification. A read of
///   some blocks answers with the original contents, as ``BrokenLog`` defines, or with an error.
/// - Of an index: the log's contents. Only if verification names the wrong term of the index, answers that depend on it
///   may be wrong or refused, until the index is rebuilt.
/// - Of read models: the log's contents. Rows may differ only if a comparison reports that they do.
struct CaseAudit {
    let file: Specimen.File
    let original: Model
    /// The present log.
    let log: ParsedLog
    let present: Model
    /// The allowed answers if the log is inconsistent.
    let broken: BrokenLog
    /// The wrong answers.
    var faults: [String] = []
    /// The findings of verification.
    private var findings: [String] = []
    /// Whether a wrong index has let an append through: several states of the log are right from there on.
    var isMisled = false
    /// Whether there is a journal that the log does not need: verification may find that it is unusable.
    private var hasUnneededJournal = false
    /// Draws the questions.
    private var random: SeededGenerator

    init(_ fuzzed: FuzzCase, log: ParsedLog) {
        random = SeededGenerator(seed: ~fuzzed.seed)
        file = fuzzed.file
        original = fuzzed.specimen.model
        self.log = log
        present = fuzzed.file == .log ? Model(log) : original
        broken = BrokenLog(log, original: original, present: present)
    }

    /// Audits a log beside a journal, which was recovered from it if it was in use.
    init(seed: UInt64, original: Model, log: ParsedLog, hasUnneededJournal: Bool) {
        self.hasUnneededJournal = hasUnneededJournal
        random = SeededGenerator(seed: ~seed)
        file = .log
        self.original = original
        self.log = log
        present = Model(log)
        broken = BrokenLog(log, original: original, present: present)
    }

    mutating func judgeRefusal(_ answer: Answer) {
        if case .wrongError = answer { faults.append("opening: \(answer.summary)") }
        if file != .log { faults.append("opening, though the log is whole: \(answer.summary)") }
        if file == .log, log.soundness == .sound { faults.append("opening a sound log: \(answer.summary)") }
    }

    /// The percentage of the questions about a part of the log that a case asks: each case is quicker, and other cases
    /// ask the rest.
    private static let askedOfHundred = 20

    /// Asks the questions drawn by the seed, and always those that read the whole log, verify and append.
    mutating func ask(_ store: LMDBEventStore, in folder: String) async {
        var doubtful: [Interrogation.Question] = []
        for question in Interrogation.questions(about: original) {
            guard question.isWhole || random.chance(Self.askedOfHundred) else { continue }
            let found = await answer { try await question.ask(store) }
            // An index may be wrong until the log is verified.
            if let fault = fault(of: found, to: question) {
                if file == .index, case .index = question.basis {
                    doubtful.append(question)
                } else {
                    faults.append(fault)
                }
            }
        }
        await askToVerify(store)
        for question in doubtful {
            let found = await answer { try await question.ask(store) }
            if let fault = fault(of: found, to: question), !isExcused(question.basis) { faults.append(fault) }
        }
        if random.chance(Self.askedOfHundred) { await askForBackup(store, in: folder) }
        let derived = DerivedQuestions(store: store, folder: folder)
        if file == .views || random.chance(Self.askedOfHundred) { judgeDerived(await derived.ask()) }
        let appends = AppendQuestions(
            store: store, original: original, present: present, repeatsOriginal: log.soundness == .broken)
        judge(await appends.ask(&random))
        for (name, found) in await derived.useProcesses() {
            if case .wrongError = found { faults.append("\(name): \(found.summary)") }
        }
    }

    /// Whether verification has named the wrong term of an index.
    func isExcused(_ basis: Interrogation.Basis) -> Bool {
        guard file == .index, case .index(let terms) = basis else { return false }
        return findings.contains { finding in terms.contains(where: finding.contains) }
    }

    /// The fault of an answer; `nil` if it is right.
    private func fault(of found: Answer, to question: Interrogation.Question) -> String? {
        if case .wrongError = found { return "\(question.name): \(found.summary)" }
        if log.soundness == .broken {
            if found.isRefusal { return nil }
            if question.isWhole { return "\(question.name) does not report the damage: \(found.summary)" }
            if broken.permits(found, to: question) { return nil }
            let before = original.expected(by: question)
            return "\(question.name) of an inconsistent log: \(found.summary), originally \(before.summary)"
        }
        if question.needsSoundLog, log.soundness == .odd {
            // If versions are missing or ids occur twice, several answers are right, but no event may be invented.
            let isTaken = found.events.allSatisfy(present.contains)
            return isTaken ? nil : "\(question.name) makes up an answer: \(found.summary)"
        }
        return fault(question.name, found, expected: present.expected(by: question))
    }

    /// The fault of an answer about a consistent log.
    func fault(_ name: String, _ found: Answer, expected: Answer) -> String? {
        if case .wrongError = found { return "\(name): \(found.summary)" }
        // A conflict and a missing event are answers, too.
        if expected == found || expected.isRefusal && found.isRefusal { return nil }
        if found.isRefusal, log.soundness != .sound { return nil }
        return "\(name): \(found.summary), expected \(expected.summary)"
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
        self.findings = findings.withLock { $0 } + (found.isRefusal ? [found.summary] : [])
        guard file == .log else {
            // Verification must complete, because it reports a wrong index.
            if found.isRefusal { faults.append("verifying: \(found.summary)") }
            if file == .views, let first = self.findings.first { faults.append("verifying of views finds \(first)") }
            return
        }
        let isFound = self.findings.contains { !hasUnneededJournal || !$0.contains("because the journal is empty") }
        if log.soundness == .broken, !isFound { faults.append("verifying finds nothing") }
        if log.soundness == .sound, isFound {
            faults.append("verifying finds what is not there: \(self.findings.first ?? "")")
        }
    }

    private mutating func askForBackup(_ store: LMDBEventStore, in folder: String) async {
        let path = folder + "-backup"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let found = await answer {
            _ = try await store.backup(to: path)
            return .events(ParsedLog(try RawFile.entries(of: path + "/log.mdb")).events)
        }
        if log.soundness != .broken {
            if let fault = fault("backup", found, expected: .events(present.events)) { faults.append(fault) }
        } else if !found.isRefusal {
            faults.append("a backup of a damaged log: \(found.summary)")
        }
    }
}

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
///   some blocks alone answers what the log said before, as ``BrokenLog`` says, or ends with an error.
/// - Of an index: what the log says. Only where verifying names the term that the index lies about, what rests on that
///   term may be wrong, or refused, until the index is rebuilt.
/// - Of read models: what the log says. The rows of a model may be others where comparing finds that they are.
struct CaseAudit {
    let file: Specimen.File
    let original: Model
    /// What the log is now.
    let log: ParsedLog
    let present: Model
    /// What may be said of the log where it does not hold together.
    let broken: BrokenLog
    /// What it must not have answered.
    var faults: [String] = []
    /// What verifying found.
    private var findings: [String] = []
    /// Whether an index that lies has let an append through: more than one state of the log is right from there on.
    var isMisled = false
    /// Draws what is asked.
    private var random: SeededGenerator

    init(_ fuzzed: FuzzCase, log: ParsedLog) {
        random = SeededGenerator(seed: ~fuzzed.seed)
        file = fuzzed.file
        original = fuzzed.specimen.model
        self.log = log
        present = fuzzed.file == .log ? Model(log) : original
        broken = BrokenLog(log, original: original, present: present)
    }

    mutating func judgeRefusal(_ answer: Answer) {
        if case .wrongError = answer { faults.append("opening: \(answer.summary)") }
        if file != .log { faults.append("opening, though the log is whole: \(answer.summary)") }
        if file == .log, log.soundness == .sound { faults.append("opening a sound log: \(answer.summary)") }
    }

    /// How many of a hundred questions that look at a part of the log a case asks: each case is quicker, and other cases
    /// ask the others.
    private static let askedOfHundred = 20

    /// Asks what the seed draws, and always what looks at the whole log, verifies and appends.
    mutating func ask(_ store: LMDBEventStore, in folder: String) async {
        var doubtful: [Interrogation.Question] = []
        for question in Interrogation.questions(about: original) {
            guard question.isWhole || random.chance(Self.askedOfHundred) else { continue }
            let found = await answer { try await question.ask(store) }
            // An index may lie until the log is verified.
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

    /// Whether verifying has named what an index lies about.
    func isExcused(_ basis: Interrogation.Basis) -> Bool {
        guard file == .index, case .index(let terms) = basis else { return false }
        return findings.contains { finding in terms.contains(where: finding.contains) }
    }

    /// What is wrong with an answer; `nil` where nothing is.
    private func fault(of found: Answer, to question: Interrogation.Question) -> String? {
        if case .wrongError = found { return "\(question.name): \(found.summary)" }
        if log.soundness == .broken {
            if found.isRefusal { return nil }
            if question.isWhole { return "\(question.name) does not meet the damage: \(found.summary)" }
            if broken.permits(found, to: question) { return nil }
            let before = original.expected(by: question)
            return "\(question.name) of a broken log: \(found.summary), before it was \(before.summary)"
        }
        if question.needsSoundLog, log.soundness == .odd {
            // More than one answer is right where versions are missing, or ids are there twice; but nothing is made up.
            let isTaken = found.events.allSatisfy(present.contains)
            return isTaken ? nil : "\(question.name) makes up an answer: \(found.summary)"
        }
        return fault(question.name, found, expected: present.expected(by: question))
    }

    /// What is wrong with an answer about a log that holds together.
    func fault(_ name: String, _ found: Answer, expected: Answer) -> String? {
        if case .wrongError = found { return "\(name): \(found.summary)" }
        // That something does not hold, or is not there, is an answer too.
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
            // Verifying must come to its end: it is what tells of an index that lies.
            if found.isRefusal { faults.append("verifying: \(found.summary)") }
            if file == .views, let first = self.findings.first { faults.append("verifying of views finds \(first)") }
            return
        }
        let isFound = !self.findings.isEmpty
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

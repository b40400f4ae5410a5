import DiskTracing
import Foundation

/// The results of many cases.
actor FaultReport {
    private struct Group {
        var count = 0
        var faults: [String: Int] = [:]
        let example: String
        var cases: [Int] = []
    }

    private struct Summary: Codable {
        let seed: UInt64
        var cases = 0
        /// The number of cases with a refusal, and of those without.
        var refused = 0
        var answered = 0
        var lastCommitMissing = 0
        var questions = 0
        var wrong = 0
        var unnamed = 0
        var untyped = 0
        var ended = 0
        var hung = 0
        var byShape: [String: Int] = [:]
        var byKind: [String: Int] = [:]
        var byRole: [String: Int] = [:]
    }

    private let seed: UInt64
    private var summary: Summary
    private var groups: [String: Group] = [:]
    private var cells: [String: Int] = [:]
    private var traced: [String: Int] = [:]

    init(seed: UInt64) {
        self.seed = seed
        summary = Summary(seed: seed)
    }

    var hasFailed: Bool { !groups.isEmpty }

    func add(_ result: CaseRun.Result) {
        count(shape: result.shape.rawValue, kind: result.kind.rawValue, role: result.role.rawValue)
        var isRefused = false
        for (interface, outcomes) in result.counts {
            for (outcome, count) in outcomes {
                summary.questions += count
                if outcome == .refused { isRefused = true }
                cells["\(result.kind) \(result.role) \(interface) \(outcome)", default: 0] += count
            }
        }
        summary.refused += isRefused ? 1 : 0
        summary.answered += isRefused ? 0 : 1
        summary.lastCommitMissing += result.isLastCommitMissing ? 1 : 0
        for finding in result.findings {
            switch finding.outcome {
            case .wrong: summary.wrong += 1
            case .unnamed: summary.unnamed += 1
            default: summary.untyped += 1
            }
            group(
                "\(finding.interface.rawValue) \(finding.outcome.rawValue): \(Self.class(of: finding.what))",
                fault: "\(result.kind)/\(result.role)/\(result.moment)", shape: result.shape.rawValue,
                example: "\(result.fault): \(finding.what)", number: result.number)
        }
    }

    func wantsTrace(of ended: CaseProcess.Ended) -> Bool {
        traced[ended.asked, default: 0] += 1
        return !ended.hasHung && traced[ended.asked, default: 0] <= 5
    }

    func add(_ ended: CaseProcess.Ended, trace: String) {
        let words = ended.description.split(separator: " ").map(String.init)
        count(shape: words[1], kind: words[2], role: words[3])
        if ended.hasHung { summary.hung += 1 } else { summary.ended += 1 }
        let outcome: Outcome = ended.hasHung ? .hung : .ended
        cells["\(words[2]) \(words[3]) \(ended.asked) \(outcome.rawValue)", default: 0] += 1
        group(
            "\(ended.asked) \(outcome.rawValue): \(ended.ending) \(trace)",
            fault: words[2...4].joined(separator: "/").replacing(":", with: ""), shape: words[1],
            example: "\(ended.description) \(trace)", number: ended.number)
    }

    func print(table: Bool, details: Bool) throws {
        try printJSON(summary)
        for (name, group) in groups.sorted(by: { $0.value.count > $1.value.count }) {
            let faults = group.faults.sorted { $0.value > $1.value }.prefix(6).map { "\($0.key) \($0.value)" }
            Swift.print("\n\(group.count) x \(name)")
            Swift.print("    \(faults.joined(separator: ", "))")
            Swift.print("    first: \(group.example.prefix(details ? 4_000 : 300))")
            Swift.print("    again: NacreDiskFaults --seed \(seed) --case \(group.cases[0]); cases \(group.cases)")
        }
        guard table || details else { return }
        for (cell, count) in cells.sorted(by: { $0.key < $1.key }) { Swift.print("\(cell) \(count)") }
    }

    private func count(shape: String, kind: String, role: String) {
        summary.cases += 1
        summary.byShape[shape, default: 0] += 1
        summary.byKind[kind, default: 0] += 1
        summary.byRole[role, default: 0] += 1
    }

    private func group(_ name: String, fault: String, shape: String, example: String, number: Int) {
        var group =
            groups[name] ?? Group(example: example)
        group.count += 1
        if group.cases.last != number, group.cases.count < 8 { group.cases.append(number) }
        group.faults[fault, default: 0] += 1
        groups[name] = group
    }

    /// A finding without its numbers, which differ from case to case.
    private static func `class`(of what: String) -> String {
        String(what.replacing(/\/[^ ]*\//, with: "").replacing(/[0-9][0-9a-f-]*/, with: "#").prefix(170))
    }
}

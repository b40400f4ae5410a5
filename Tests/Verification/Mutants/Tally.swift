import Foundation

/// The number of killed mutants, and the survivors.
struct Tally {
    private var killed = 0
    private var explained = 0
    private var survivors: [Mutant] = []

    /// The killed share of the unexplained mutants.
    var share: Double {
        let judged = killed + survivors.count
        return judged > 0 ? Double(killed) / Double(judged) : 0
    }

    mutating func add(_ mutant: Mutant, _ outcome: TestRun.Outcome, isExplained: Bool) {
        let what: String
        switch outcome {
        case .passed, .empty:
            what = isExplained ? "survived, which is explained" : "SURVIVED"
            if isExplained { explained += 1 } else { survivors.append(mutant) }
        case .failed(let line):
            what = "killed by \(line)"
            killed += 1
        case .crashed(let ending):
            what = "killed: the tests ended with \(ending)"
            killed += 1
        case .endless:
            what = "killed: the tests do not end"
            killed += 1
        }
        print("\(mutant.number): \(mutant.mutation.description)\n    \(what)")
        // A run takes hours: each line is flushed when the mutant is tested.
        fflush(nil)
    }

    func printSummary() {
        print(
            "\(killed + explained + survivors.count) mutants: \(killed) killed, \(survivors.count) survived, "
                + "\(explained) more change nothing that can be seen")
        for mutant in survivors { print("  \(mutant.number): \(mutant.mutation.description)") }
    }
}

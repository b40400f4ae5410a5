struct SuiteListing {
    let plan: SuitePlan

    /// All lines: for each step its name, its approximate duration, and its question.
    var lines: [String] {
        let width = plan.calls.map(\.step.name.count).max() ?? 0
        let steps = plan.groups.flatMap { group -> [String] in
            let names = group.steps.map(\.name)
            let calls = plan.calls.filter { names.contains($0.step.name) }
            return calls.isEmpty ? [] : [group.title] + calls.map { line($0.step, width: width) }
        }
        let seconds = plan.calls.reduce(0) { $0 + $1.step.seconds[plan.size] }
        let room = plan.calls.map { $0.step.mebibytes[plan.size] }.max() ?? 0
        return steps + ["about \(clock(Double(seconds))) in all on a small machine, and \(decimal(room)) MiB of disk"]
    }

    private func line(_ step: SuiteStep, width: Int) -> String {
        let time = clock(Double(step.seconds[plan.size]))
        return "  " + step.name + String(repeating: " ", count: width - step.name.count)
            + "  " + String(repeating: " ", count: max(0, 5 - time.count)) + time + "  " + step.question
    }
}

import Nacre
import TestRandomness

extension JournalSimulation {
    /// Judges the answer to a step that has ended.
    func judge(
        _ answer: String, to step: String, _ process: Int, _ opening: Int, _ commit: SimulatedCommit?,
        hasFailed: Bool = false
    ) throws {
        // Messages name the folder and processes, which differ from run to run.
        let words = answer.split(separator: " ").prefix(answer.hasPrefix("failed") ? 2 : 3)
        if answer != "done" { steps[steps.count - 1] += " -> \(words.joined(separator: " "))" }
        let place = Self.place(process, opening)
        let verb = step.prefix { $0 != " " }
        switch verb {
        case "register", "leave", "close":
            free.remove(place)
            failing.remove(place)
        case "await" where answer == "free": free.insert(place)
        default: break
        }
        tally.note(verb, answer)
        if let commit { try judge(answer, to: commit, process, opening) }
        guard answer.hasPrefix("failed ") else { return }
        // A lock that a stopped step keeps, or a write that has failed.
        guard verb == "open", hasFailed || stopped != nil && answer.hasPrefix("failed locked") else {
            throw Violation("\(step): \(answer)")
        }
    }

    private func judge(_ answer: String, to commit: SimulatedCommit, _ process: Int, _ opening: Int) throws {
        // Another opening may have read it before this answer.
        let mayStop = oracle.underWay == commit.number
        if mayStop, stopped == nil { oracle.underWay = nil }
        let words = answer.split(separator: " ")
        switch words[0] {
        case "appended", "repeated":
            guard let first = Int(words[1]), let last = Int(words[2]) else { return }
            if words[0] == "appended", !mayStop, oracle.recorded[commit.number] != nil {
                throw Violation("commit \(commit.number) was appended twice")
            }
            try read(process, opening)
            try oracle.check(commit, isAt: first, to: last)
        case "refused":
            if words.count > 2, words[2] == "unknown" {
                oracle.doubt(commit, by: Self.name(process, opening))
            } else {
                oracle.refuse(commit)
            }
            guard words.count > 1, words[1] != "conflict" || stopped != nil else {
                try read(process, opening)
                let version = oracle.version(of: commit.stream)
                if case .exact(let wanted) = commit.expectation, Int(wanted) != version { return }
                throw Violation("commit \(commit.number) was refused, at version \(version): \(answer)")
            }
            if words[1] == "locked", stopped == nil { throw Violation("no step has stopped: \(answer)") }
            guard words[1] != "appendsStopped" || !failing.contains(Self.place(process, opening)) else { return }
            if !["conflict", "locked"].contains(words[1]) { throw Violation("no write has failed: \(answer)") }
        case "busy": oracle.refuse(commit)
        default: throw Violation("an append is answered with \(answer)")
        }
    }

    // MARK: Rules

    /// One opening uses the journal at most, and only while no other is open.
    func checkStages() throws {
        let open = openings.indices.flatMap { process in
            processes[process].stages.prefix(openings[process]).filter { $0 != "-" && $0 != "r" }
        }
        guard open.contains("u") else { return }
        tally.uses += 1
        if open.count > 1 { throw Violation("the journal is in use beside another opening: \(String(open))") }
    }

    /// Whether an opening can read now.
    private func canRead(_ process: Int, _ opening: Int) -> Bool {
        let stage = Array(processes[process].stages)[opening]
        guard stage != "-", stage != "r" else { return false }
        guard let stopped, stopped.process == process else { return true }
        return !stopped.step.hasPrefix("open") && !stopped.step.hasPrefix("close")
    }

    func readSome(after process: Int, _ opening: Int) throws {
        for other in openings.indices {
            for index in 0..<openings[other] where canRead(other, index) {
                if (other, index) == (process, opening) || random.chance(40) { try read(other, index) }
            }
        }
        if processes[tool].stages.hasSuffix("t"), random.chance(50) {
            let answer = try processes[tool].ask("toolread 0")
            guard answer.hasPrefix("log ") else { throw Violation("toolread: \(answer)") }
            try oracle.check(String(answer.dropFirst(4)), readBy: "the program without a journal")
        }
    }

    static func place(_ process: Int, _ opening: Int) -> Int { process * SteppedProcess.openings + opening }

    private static func name(_ process: Int, _ opening: Int) -> String { "process \(process), opening \(opening)" }

    /// Reads the log in an opening.
    func read(_ process: Int, _ opening: Int) throws {
        guard canRead(process, opening) else { return }
        let verb = stopped == nil && random.chance(20) ? "lookups" : "read"
        let answer = try processes[process].ask((stopped?.process == process ? "stopped " : "") + "\(verb) \(opening)")
        guard answer.hasPrefix("log ") else { throw Violation("process \(process), \(verb) \(opening): \(answer)") }
        tally.reads += 1
        try oracle.check(String(answer.dropFirst(4)), readBy: Self.name(process, opening))
    }
}

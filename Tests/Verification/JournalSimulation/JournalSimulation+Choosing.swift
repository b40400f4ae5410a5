import CStepping
import Nacre
import TestRandomness

extension JournalSimulation {
    /// Does one step, of those that are possible now.
    func step() throws {
        if try endStop() { return }
        var choices: [(weight: Int, step: () throws -> Void)] = []
        for process in openings.indices {
            guard processes[process].isAlive else {
                choices.append((60, { try self.start(process) }))
                continue
            }
            if let stopped, stopped.process == process {
                guard stopped.step.hasPrefix("drain") else { continue }
                choices.append((200, { try self.append(process, stopped.opening) }))
                continue
            }
            let stages = processes[process].stages
            if stages != "---" { choices.append((stages.contains("u") ? 16 : 8, { self.kill(process) })) }
            for index in 0..<openings[process] { choices += self.choices(process, index) }
        }
        choices += toolChoices()
        guard !choices.isEmpty else { return }
        var rest = random.below(choices.reduce(0) { $0 + $1.weight })
        for choice in choices {
            rest -= choice.weight
            if rest < 0 { return try choice.step() }
        }
    }

    /// Lets the step that has stopped go on, or kills its process.
    ///
    /// - Returns: Whether it did.
    private func endStop() throws -> Bool {
        guard let stopped else { return false }
        let isOfJournal = stopped.call.hasPrefix("pwrite journal ")
        // Few steps stop at the journal.
        switch random.below(isOfJournal ? 60 : 100) {
        case ..<14: try goOn()
        case ..<24:
            let order = isOfJournal && random.chance(75) ? [STEPPING_TEAR, STEPPING_SKIP][random.below(2)] : nil
            kill(stopped.process, tearing: order)
        case ..<36 where isOfJournal: try goOn([STEPPING_FAIL, STEPPING_LATE][random.below(2)])
        default: return false
        }
        return true
    }

    private func choices(_ process: Int, _ opening: Int) -> [(weight: Int, step: () throws -> Void)] {
        func told(_ weight: Int, _ step: String) -> (Int, () throws -> Void) {
            (weight, { try self.tell(process, opening, step) })
        }
        switch Array(processes[process].stages)[opening] {
        case "-":
            let isFirst = openings.indices.allSatisfy { processes[$0].stages.hasPrefix("--") }
            return [told(isFirst ? 80 : stopped == nil ? crowding : crowding + 20, "register")]
        case "r":
            guard free.contains(Self.place(process, opening)) else {
                return [told(60, "await"), told(10, "leave")]
            }
            // Opening waits for another one that is opening, in its process or in another.
            if let stopped, stopped.step.hasPrefix("open") { return [] }
            return [(50, { try self.tell(process, opening, self.opening()) })]
        case let stage:
            let append = (120, { try self.append(process, opening) })
            let end = [told(10, "close"), told(stage == "u" ? 25 : 5, "wake")]
            switch stage {
            case "w": return [append, told(200, "prepare")] + end
            case "p": return [append, told(15, "look")] + end
            case "u": return [append, told(40, "drain"), told(30, "look")] + end
            default: return [append] + end
            }
        }
    }

    private func toolChoices() -> [(weight: Int, step: () throws -> Void)] {
        guard processes[tool].isAlive else { return [(10, { try self.start(self.tool) })] }
        if processes[tool].stages.hasSuffix("t") {
            return [(60, { try self.tellTool("toolclose") }), (10, { self.kill(self.tool) })]
        }
        // The log must exist, and no step may be creating it.
        guard !commits.isEmpty, stopped?.step.hasPrefix("open") != true else { return [] }
        return [(stopped == nil ? 4 : 20, { try self.tellTool("toolopen") })]
    }

    private func tellTool(_ step: String) throws {
        try tell(tool, 0, step)
    }

    /// Appends a commit, or one of before again.
    private func append(_ process: Int, _ opening: Int) throws {
        var commit = SimulatedCommit(number: commits.count, stream: 0, count: 1, byteCount: 0)
        if !commits.isEmpty, random.chance(8) {
            commit = commits[commits.count - 1 - random.below(min(commits.count, 6))]
            if oracle.underWay == commit.number { return }
        } else {
            let stream = random.below(4)
            let sizes = [300, 300, 300, 1_500, 5_000, 16_000]
            commit = SimulatedCommit(
                number: commits.count, stream: stream, count: 1 + random.below(3),
                byteCount: random.below(sizes[random.below(sizes.count)]))
            let version = oracle.version(of: stream)
            switch random.below(10) {
            case 0...4: break
            case 5...7: commit.expectation = .exact(StreamVersion(version))
            default: commit.expectation = .exact(StreamVersion(max(0, version + random.below(3) - 1)))
            }
            commits.append(commit)
        }
        let expected = if case .exact(let version) = commit.expectation { "\(version)" } else { "any" }
        try tell(
            process, opening,
            "append \(commit.number) \(commit.stream) \(commit.count) \(commit.byteCount) \(expected)", commit)
    }
}

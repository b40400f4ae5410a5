import CStepping
import TestFolders
import TestRandomness

extension JournalSimulation {
    /// Lets the stopped step go on to its end.
    ///
    /// - Parameter order: Whether the call is made, and how it is reported.
    /// - Throws: ``Violation``.
    func goOn(_ order: stepping_order = STEPPING_GO) throws {
        guard let stopped else { return }
        let hasFailed = order != STEPPING_GO
        let how = hasFailed ? order == STEPPING_LATE ? ", the write is made and fails" : ", the write fails" : ""
        steps.append("process \(stopped.process): goes on\(how)")
        if hasFailed { failing.insert(Self.place(stopped.process, stopped.opening)) }
        processes[stopped.process].order(order)
        let answer = try processes[stopped.process].answer(to: stopped.step)
        self.stopped = nil
        try judge(answer, to: stopped.step, stopped.process, stopped.opening, stopped.commit, hasFailed: hasFailed)
        oracle.underWay = nil
        try checkStages()
        try readSome(after: stopped.process, stopped.opening)
    }

    /// Kills a process.
    func kill(_ process: Int, tearing order: stepping_order? = nil) {
        let how = order.map { $0 == STEPPING_TEAR ? "writes the first half and " : "writes the second half and " } ?? ""
        steps.append("process \(process): \(how)dies")
        if let order {
            processes[process].order(order)
            processes[process].end()
        } else {
            processes[process].terminate()
        }
        tally.deaths += 1
        if stopped?.process == process {
            stopped = nil
            oracle.underWay = nil
        }
        for index in 0..<SteppedProcess.openings {
            free.remove(Self.place(process, index))
            failing.remove(Self.place(process, index))
        }
    }

    /// Starts a process again.
    func start(_ process: Int) throws {
        processes[process] = try SimulatedProcess(folder.path)
    }

    /// The words of the step that opens.
    func opening() -> String { "open " + (random.chance(90) ? bounds : Self.bounds(&random)) }

    /// Lets an owner that looks for others give up the journal.
    private func handOver() throws {
        let places = openings.indices.flatMap { process in (0..<openings[process]).map { (process, $0) } }
        func stage(_ place: (Int, Int)) -> Character { Array(processes[place.0].stages)[place.1] }
        guard let owner = places.first(where: { ["p", "u"].contains(stage($0)) }) else { return }
        let other = places.first { stage($0) == "r" } ?? places.first { stage($0) == "-" && processes[$0.0].isAlive }
        guard let other else { return }
        for (place, step) in [(other, "register"), (owner, "look"), (owner, "wake")] {
            if step == "register", stage(other) == "r" { continue }
            try tell(place.0, place.1, step)
            try goOn()
        }
        let answer = try processes[other.0].ask("await \(other.1)")
        guard answer == "free" else { throw Violation("the owner has looked for others, and the journal is \(answer)") }
    }

    /// Ends all processes, and opens what they have left, twice.
    func finish() throws {
        if random.chance(50) { try goOn() }
        if let stopped { kill(stopped.process) }
        try handOver()
        for process in openings.indices {
            for index in 0..<openings[process] where random.chance(50) && processes[process].isAlive {
                guard !["-", "r"].contains(Array(processes[process].stages)[index]) else { continue }
                try tell(process, index, "close")
                if stopped != nil { try goOn() }
            }
            kill(process)
        }
        kill(tool)
        for _ in 0..<2 {
            try start(0)
            for step in ["register", "await", opening(), "lookups"] {
                let (verb, rest) = (step.prefix { $0 != " " }, step.drop { $0 != " " })
                let answer = try processes[0].ask("\(verb) 0\(rest)")
                steps.append("finally: \(step) -> \(answer.prefix(200))")
                guard ["done", "free"].contains(answer) || answer.hasPrefix("log ") else { throw Violation(answer) }
                if answer.hasPrefix("log ") { try oracle.check(String(answer.dropFirst(4)), readBy: "the last one") }
            }
            _ = try processes[0].ask("close 0")
            guard try processes[0].ask("toolopen 0") == "done" else { throw Violation("the mark is not empty") }
            let answer = try processes[0].ask("toolread 0")
            try oracle.check(String(answer.dropFirst(4)), readBy: "LMDB after the last close")
            kill(0)
        }
        tally.events += oracle.log.count
    }
}

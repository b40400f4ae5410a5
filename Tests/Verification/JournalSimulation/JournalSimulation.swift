import Nacre
import TestFolders
import TestRandomness

/// One run of several processes on one store, in an order that a seed determines.
final class JournalSimulation {
    /// A step that has stopped at a call of libc.
    struct Stopped {
        let process: Int
        let opening: Int
        let step: String
        let call: String
        let commit: SimulatedCommit?
    }

    let folder: TemporaryFolder
    var random: SeededGenerator
    var processes: [SimulatedProcess] = []
    /// How many openings each process has.
    let openings: [Int]
    var oracle = Oracle()
    /// The openings that have found no owner since they registered.
    var free: Set<Int> = []
    /// The openings of which a write of the journal was reported as failed: their appends may have stopped.
    var failing: Set<Int> = []
    var stopped: Stopped?
    /// All commits so far.
    var commits: [SimulatedCommit] = []
    /// How often openings register beside another one.
    let crowding: Int
    /// The words of the journal's bounds, which most openings share.
    let bounds: String
    /// The steps so far, for the message of a failure.
    var steps: [String] = []
    var tally = Tally()

    init(seed: UInt64) throws {
        folder = try TemporaryFolder(inMemory: true)
        random = SeededGenerator(seed: seed)
        var openings: [Int] = []
        for _ in 0...random.below(3) { openings.append(1 + (random.chance(25) ? 1 : 0)) }
        self.openings = openings
        crowding = [1, 3, 10, 30][random.below(4)]
        bounds = Self.bounds(&random)
        // The last process is the program that knows no journal.
        for _ in 0...openings.count { processes.append(try SimulatedProcess(folder.path)) }
    }

    var tool: Int { openings.count }

    static func bounds(_ random: inout SeededGenerator) -> String {
        let pages = 6 + random.below(20)
        let (direct, pending) = (2_000 + random.below(12_000), 4_000 + random.below(60_000))
        // With one byte, each frame is a commit of its own.
        let commit = random.chance(50) ? 1 : 1 + random.below(12_000)
        return "\(pages) \(direct) \(pending) \(commit) \(random.chance(15) ? 1 : 0)"
    }

    /// Runs all steps, and then opens what they have left.
    ///
    /// - Throws: ``Violation``.
    func run() throws {
        for _ in 0..<(40 + random.below(80)) { try step() }
        try finish()
    }

    /// The steps that may stop at a call.
    private static let stopping: Set = [
        "register", "await", "open", "append", "wake", "prepare", "drain", "look", "close",
    ]

    /// Tells a process a step, and compares what openings read after it.
    ///
    /// - Parameters:
    ///   - process: The index of the process.
    ///   - opening: The index of the opening in it.
    ///   - step: The step, without the index of the opening.
    ///   - commit: The commit that it appends.
    /// - Throws: ``Violation``.
    func tell(_ process: Int, _ opening: Int, _ step: String, _ commit: SimulatedCommit? = nil) throws {
        let (verb, rest) = (step.prefix { $0 != " " }, step.drop { $0 != " " })
        let words = "\(verb) \(opening)\(rest)"
        steps.append("process \(process): \(words)")
        tally.steps += 1
        if let commit { oracle.begin(commit) }
        let isBeside = stopped?.process == process
        let mayStop = stopped == nil && Self.stopping.contains(String(verb))
        let answer: String
        if mayStop, random.chance(25) {
            // A lock or a frame comes first in most steps, and a commit ends with the write of a meta page.
            let call = 1 + random.below([1, 3, 6, 24][random.below(4)])
            if let commit { oracle.underWay = commit.number }
            answer = try processes[process].ask("stopping \(call) \(words)")
        } else {
            answer = try processes[process].ask((isBeside ? "stopped " : "") + words)
        }
        if answer.hasPrefix("stopped ") {
            steps.append("    \(answer)")
            tally.stops += 1
            stopped = Stopped(
                process: process, opening: opening, step: words, call: String(answer.dropFirst(8)), commit: commit)
        } else {
            try judge(answer, to: words, process, opening, commit)
        }
        try checkStages()
        try readSome(after: process, opening)
    }
}

import ChildProcesses
import Foundation

/// A process that has run cases, or has crashed in one.
struct CaseProcess {
    let ending: ChildProcess.Ending
    let lines: [Substring]
    let errors: String

    /// A case that ended its process.
    struct Ended {
        let number: Int
        /// The case as the process printed it.
        let description: String
        let asked: String
        let ending: ChildProcess.Ending

        /// Whether it was killed because of the time limit.
        var hasHung: Bool { ending == .signal(SIGALRM) }
    }

    static func run(_ arguments: [String], errors path: String, isTraced: Bool = false) async throws -> CaseProcess {
        try Data().write(to: URL(filePath: path))
        var environment = ProcessInfo.processInfo.environment
        environment["SWIFT_BACKTRACE"] =
            isTraced ? "enable=yes,color=no,threads=crashed,interactive=no,limit=24" : "enable=no"
        let process = try await ChildProcess(
            URL(filePath: "/proc/self/exe").resolvingSymlinksInPath(), arguments, environment: environment,
            errors: URL(filePath: path))
        let text = String(decoding: try await process.output(), as: UTF8.self)
        let ending = try await process.ending()
        let said = String(decoding: (try? Data(contentsOf: URL(filePath: path))) ?? Data(), as: UTF8.self)
        return CaseProcess(ending: ending, lines: text.split(separator: "\n"), errors: said)
    }

    var isDone: Bool { ending == .exit(0) && lines.last == "done" }

    func results() throws -> [CaseRun.Result] {
        try lines.filter { $0.hasPrefix("result ") }.map {
            try JSONDecoder().decode(CaseRun.Result.self, from: Data($0.dropFirst(7).utf8))
        }
    }

    /// The case in which it ended.
    func ended() -> Ended? {
        guard let index = lines.lastIndex(where: { $0.hasPrefix("case ") }),
            !lines[index...].contains(where: { $0.hasPrefix("result ") })
        else { return nil }
        let words = lines[index].split(separator: " ")
        guard words.count > 1, let number = Int(words[1]) else { return nil }
        let asked = lines[index...].last { $0.hasPrefix("ask ") }?.dropFirst(4) ?? "open"
        return Ended(
            number: number, description: String(lines[index].dropFirst(5)), asked: String(asked), ending: ending)
    }

    /// The place of the crash in the code of the project or of LMDB.
    var frames: String {
        let lines = errors.split(separator: "\n").map(String.init)
        let fatal = lines.first { $0.contains("Fatal error") || $0.contains("Assertion") }
        let places = lines.filter { $0.contains(" in ") && ($0.contains(".swift") || $0.contains("mdb_")) }.prefix(4)
            .map { String($0[($0.range(of: " in ")?.upperBound ?? $0.startIndex)...]) }
        return ([fatal].compactMap(\.self) + places).joined(separator: " < ")
    }
}

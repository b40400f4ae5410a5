import ChildProcesses
import Foundation
import Synchronization

/// One run of a selection of tests, which ends with the first failure.
struct TestRun {
    /// The outcome of a run.
    enum Outcome: Sendable {
        case passed(seconds: Double)
        /// No test matches.
        case empty
        /// A test failed, with its line of output.
        case failed(String)
        /// The process crashed.
        case crashed(String)
        case endless

        var isFailure: Bool {
            switch self {
            case .passed, .empty: false
            case .failed, .crashed, .endless: true
            }
        }
    }

    let folder: URL
    /// The exit code if no test matches: `EX_UNAVAILABLE`, from swift-testing.
    private static let noTests: Int32 = 69

    let tests: TestSelection
    let mutant: Int?
    /// The seconds after which the tests count as hanging.
    let patience: Double

    func outcome() async throws -> Outcome {
        var environment = ProcessInfo.processInfo.environment
        environment["NACRE_MUTANT"] = mutant.map(String.init)
        environment["SWIFT_BACKTRACE"] = "enable=no"
        let begun = Date()
        let program = folder.appending(path: ".build/release/nacrePackageTests.xctest")
        // swift-testing writes failures to standard error.
        let process = try await ChildProcess(
            URL(filePath: "/bin/sh"),
            [
                "-c", "exec \"$0\" \"$@\" 2>&1", program.path(percentEncoded: false), "--testing-library",
                "swift-testing", "--filter", tests.filter,
            ] + (tests.skip.map { ["--skip", $0] } ?? []), environment: environment, in: folder)
        let isLate = Mutex(false)
        let watch = Task {
            try await Task.sleep(for: .seconds(patience))
            isLate.withLock { $0 = true }
            process.send(SIGKILL)
            endLeftovers()
        }
        let failure = Mutex<String?>(nil)
        _ = try await process.output { data in
            guard let line = Self.failure(in: data) else { return false }
            failure.withLock { $0 = line }
            return true
        }
        watch.cancel()
        if let line = failure.withLock({ $0 }) {
            process.send(SIGKILL)
            endLeftovers()
            _ = try await process.ending()
            return .failed(line)
        }
        let ending = try await process.ending()
        if isLate.withLock({ $0 }) { return .endless }
        if ending == .exit(Self.noTests) { return .empty }
        guard ending == .exit(0) else { return .crashed("\(ending)") }
        return .passed(seconds: Date().timeIntervalSince(begun))
    }

    /// Ends the child processes of the tests: a stopped one would keep their output open.
    private func endLeftovers() {
        guard let mutant else { return }
        let mark = Data("NACRE_MUTANT=\(mutant)".utf8)
        for process in (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.compactMap(pid_t.init) ?? [] {
            guard let environment = try? Data(contentsOf: URL(filePath: "/proc/\(process)/environ")) else { continue }
            if environment.split(separator: 0).contains(mark) { kill(process, SIGKILL) }
        }
    }

    /// The first complete line that reports a failure.
    private static func failure(in data: Data) -> String? {
        let text = String(decoding: data, as: UTF8.self)
        guard let mark = text.range(of: "✘"), let end = text[mark.upperBound...].firstIndex(of: "\n") else {
            return nil
        }
        return String(text[mark.upperBound..<end].prefix(300)).trimmingCharacters(in: .whitespaces)
    }
}

import Foundation

/// Runs of selections of tests without an active mutant, each executed once.
actor Controls {
    private let folder: URL
    private var runs: [TestSelection: Task<Double?, any Error>] = [:]

    init(folder: URL) {
        self.folder = folder
    }

    /// The time limit of a selection with an active mutant: three times its duration without one.
    ///
    /// - Returns: The seconds; `nil` if no test matches.
    /// - Throws: ``MutantError`` if the tests fail without an active mutant.
    func patience(with tests: TestSelection) async throws -> Double? {
        let run = runs[tests] ?? Task { [folder] in try await Self.patience(with: tests, in: folder) }
        runs[tests] = run
        return try await run.value
    }

    private static func patience(with tests: TestSelection, in folder: URL) async throws -> Double? {
        let run = TestRun(folder: folder, tests: tests, mutant: nil, patience: 3_600)
        switch try await run.outcome() {
        case .empty: return nil
        case .passed(let seconds):
            print("\(tests.filter): \(Int(seconds)) s with no mutant active")
            fflush(nil)
            return 3 * seconds + 30
        case let outcome: throw MutantError("\(tests.filter): the tests fail with no mutant active: \(outcome)")
        }
    }
}

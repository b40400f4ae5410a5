import Foundation

/// Runs of selections of tests with no mutant active, each made once.
actor Controls {
    private let folder: URL
    private var runs: [TestSelection: Task<Double?, any Error>] = [:]

    init(folder: URL) {
        self.folder = folder
    }

    /// How long a selection may take with a mutant active: three times what it takes without one.
    ///
    /// - Returns: The seconds; `nil` where there are no such tests.
    /// - Throws: ``MutantError`` where the tests fail with no mutant active.
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

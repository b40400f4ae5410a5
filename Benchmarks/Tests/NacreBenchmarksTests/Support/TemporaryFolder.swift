import Foundation

/// Runs a body with an empty folder that is removed afterwards.
func withTemporaryFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("nacre-bench-tests-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
}

/// Address space for a store of a test: 64 MiB.
let smallMap = 64 << 20

/// Bytes of a journal for the small loads of tests.
let smallJournal = 4 << 20

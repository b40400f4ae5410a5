import Foundation
import Testing

@testable import InstructionCounts

@Suite struct StoredCountsTests {
    private let place = BuildPlace(architecture: "x86_64", compiler: "Swift 6.3.1")

    private func withFile(_ body: (String) throws -> Void) throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("counts-\(UUID()).json").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(path)
    }

    @Test func `written counts are read again, and a missing file is nil`() throws {
        try withFile { path in
            #expect(try StoredCounts.read(path) == nil)
            var stored = StoredCounts(place: place)
            stored.store(InstructionCount(name: "json.read", unit: "byte", perUnit: 6.789), tolerancePercent: 3)
            try stored.write(path)
            #expect(try StoredCounts.read(path) == stored)
            #expect(stored.counts["json.read"]?.perUnit == 6.79)
        }
    }

    @Test func `an update keeps the tolerance of a benchmark and removes counts of missing benchmarks`() {
        var stored = StoredCounts(place: place)
        for name in ["a", "b"] {
            stored.store(InstructionCount(name: name, unit: "event", perUnit: 5), tolerancePercent: 9)
        }
        stored.store(InstructionCount(name: "a", unit: "event", perUnit: 6), tolerancePercent: 2)
        stored.keep(only: ["a"])
        #expect(stored.counts == ["a": .init(unit: "event", perUnit: 6, tolerancePercent: 9)])
    }

    @Test(arguments: ["", "[]", #"{"schema": 2, "place": {"architecture": "a", "compiler": "b"}, "counts": {}}"#])
    func `a malformed file is refused with exit code 65`(text: String) throws {
        try withFile { path in
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            let error = #expect(throws: CountingError.self) { try StoredCounts.read(path) }
            #expect(error?.exitCode == 65)
        }
    }
}

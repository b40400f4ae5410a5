// swift-format-ignore-file
import Nacre
import NacreRuntime
import NacreTesting
import Testing

@testable import NacreCLI

/// Extracted from a store: stream item-09e596ce-3171-5f7c-80dc-4f2e62d8ec49 up to position 551.
@Suite("Incident: stream item-09e596ce-3171-5f7c-80dc-4f2e62d8ec49 up to position 551")
struct RenamedFileTests {
    @Test("the recorded events lead to the recorded states")
    func replay() async throws {
        let fixture = try EventFixture(named: "RenamedFile.ndjson")
        let engine = InMemoryEngine(time: ManualTimeSource())
        let runtime = try await Runtime.open(engine) { NacreProgram.features }

        // Given
        try await fixture.append(lines: 1..<4, to: runtime.store)
        #expect(try await state(of: "item-09e596ce-3171-5f7c-80dc-4f2e62d8ec49", in: runtime) == "{\"case\":\"present\",\"name\":\"libraries/libmdb/mfree.c\",\"isCompleted\":false,\"owner\":null}")

        // When
        try await fixture.append(lines: 4..<5, to: runtime.store)

        // Then
        #expect(try await state(of: "item-09e596ce-3171-5f7c-80dc-4f2e62d8ec49", in: runtime) == "{\"case\":\"present\",\"name\":\"libraries/liblmdb/mfree.c\",\"isCompleted\":false,\"owner\":null}")
        await runtime.close()
    }

    private func state(of stream: StreamName, in runtime: Runtime) async throws -> String? {
        try await runtime.state(of: stream).map { String(decoding: $0.json, as: UTF8.self) }
    }
}

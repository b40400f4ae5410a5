import ArgumentParser
import Foundation
import Testing

@testable import NacreLoad

@Suite struct DurabilityTests {
    private func decoded(_ json: String) throws -> [Durability] {
        try JSONDecoder().decode([Durability].self, from: Data(json.utf8))
    }

    @Test func `a report has the names of the command line`() throws {
        let json = String(decoding: try JSONEncoder().encode(Durability.allCases), as: UTF8.self)
        #expect(json == #"["full","unsynced","memory-only"]"#)
        #expect(try decoded(json) == Durability.allCases)
    }

    @Test func `the name in older reports is decoded`() throws {
        #expect(try decoded(#"["risking-the-whole-store"]"#) == [.unsynced])
    }

    @Test func `an unknown name is not decoded`() {
        #expect(throws: DecodingError.self) { try decoded(#"["risky"]"#) }
    }

    @Test func `the command line accepts the levels that can be requested`() {
        #expect(Durability.allValueStrings == ["full", "unsynced"])
        let names = ["full", "unsynced", "memory-only", "risking-the-whole-store"]
        #expect(names.map { Durability(argument: $0) } == [.full, .unsynced, nil, nil])
    }
}

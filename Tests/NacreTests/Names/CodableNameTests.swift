import Foundation
import Nacre
import Testing

@Suite("Names and ids as Codable values")
struct CodableNameTests {
    private struct Names: Codable, Equatable {
        var stream: StreamName
        var type: EventType
        var tag: Nacre.Tag
        var id: EventID
    }

    @Test func `each is encoded as one text`() throws {
        let names = Names(stream: "a-1", type: "B", tag: "c:d", id: EventID(high: 0xAB, low: 1))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = try encoder.encode(names)
        #expect(
            String(decoding: json, as: UTF8.self)
                == #"{"id":"00000000-0000-00ab-0000-000000000001","stream":"a-1","tag":"c:d","type":"B"}"#)
        #expect(try JSONDecoder().decode(Names.self, from: json) == names)
    }

    @Test func `a text that is not an id is rejected with its path`() {
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([EventID].self, from: Data(#"["x"]"#.utf8))
        }
        guard case .dataCorrupted(let context) = error else {
            Issue.record("it is \(error as Any)")
            return
        }
        #expect(context.codingPath.map(\.intValue) == [0])
        #expect(context.debugDescription == #""x" is not the 36-character form of a UUID"#)
    }
}

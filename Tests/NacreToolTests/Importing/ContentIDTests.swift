import Foundation
import Nacre
import TestFolders
import TestTraits
import Testing
import ToolTesting

@testable import NacreTool

@Suite("Ids of lines without one", .fewAtOnce)
struct ContentIDTests {
    private func entry(_ members: String = "") throws -> Commit.Entry {
        try NDJSON.decode(Array(#"{"stream":"s","type":"T"\#(members)}"#.utf8))
    }

    private func ids(_ entries: [Commit.Entry]) -> [EventID] {
        var ids = ContentIDs()
        return entries.map { ids.next(for: $0) }
    }

    @Test("the hash is the first 16 bytes of SHA-1")
    func sha1() {
        // RFC 3174, test 1.
        let hash = ContentHash(Array("abc".utf8))
        #expect(hash.high == 0xA999_3E36_4706_816A)
        #expect(hash.low == 0xBA3E_2571_7850_C26C)
        #expect("\(hash)" == "a9993e364706816aba3e25717850c26c")
    }

    @Test("the same content always gets the same UUID of version 5")
    func stable() throws {
        // Computed independently from the rule in ContentIDs: imports of known files depend on it.
        let id = try #require(ids([entry()]).first)
        #expect(id.description == "c01c1da0-c3fb-5de4-8477-36598ef3af49")
        #expect(id.high >> 12 & 0xF == 5)
        #expect(id.low >> 62 == 0b10)
    }

    @Test("lines of the same content get different ids, by occurrence number")
    func occurrences() throws {
        let entries = try [entry(), entry(#","data":1"#), entry(), entry()]
        let first = ids(entries)
        #expect(Set(first).count == 4)
        #expect(ids(entries) == first)
        #expect(ids([entries[0], entries[2], entries[3], entries[1]]) == [first[0], first[2], first[3], first[1]])
    }

    @Test("the order of keys, white space and ignored keys do not change the id")
    func notContent() throws {
        let other = try NDJSON.decode(Array(#"{"position":7, "type" : "T","version":2,"stream":"\u0073"}"#.utf8))
        #expect(try ids([other]) == ids([entry()]))
    }

    @Test("every part of an event changes the id")
    func parts() throws {
        let members = [
            "", #","schema":2"#, #","time":"2020-01-01T00:00:00Z""#, #","time":"2020-01-01T00:00:00.0Z""#,
            #","time":"1970-01-01T00:00:00Z""#, #","tags":["a","b"]"#, #","tags":["b","a"]"#, #","tags":["ab"]"#,
            #","data":{}"#,
            #","metadata":{}"#, #","data":{},"metadata":{}"#,
        ]
        var ids = try members.map { try self.ids([entry($0)])[0] }
        for line in [#"{"stream":"sT","type":"x"}"#, #"{"stream":"s","type":"Tx"}"#, #"{"stream":"sx","type":"T"}"#] {
            ids += try self.ids([NDJSON.decode(Array(line.utf8))])
        }
        #expect(Set(ids).count == members.count + 3)
    }

    @Test("importing a file without ids again skips its lines and adds the new ones")
    func imported() async throws {
        let folder = try TemporaryFolder()
        let store = InMemoryEventStore()
        let importer = NDJSONImporter(store: store, batchLines: 2)
        let line = #"{"stream":"s-1","type":"T","data":1}"#
        let other = #"{"stream":"s-1","type":"T","data":2}"#
        let short = try folder.file([line, line, other].joined(separator: "\n"), named: "short")
        let long = try folder.file([line, line, other, line, other].joined(separator: "\n"), named: "long")
        #expect(try await importer.run(LineSource(path: short)).imported == 3)
        #expect(try await importer.run(LineSource(path: short)).skipped == 3)
        let summary = try await importer.run(LineSource(path: long))
        #expect(summary.skipped == 3)
        #expect(summary.imported == 2)
        #expect(
            try await store.readLog().collect().map { String(decoding: $0.data, as: UTF8.self) } == [
                "1", "1", "2", "1", "2",
            ])
    }
}

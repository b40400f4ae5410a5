import DomainKit
import Foundation
import Nacre
import TestFolders
import TestTraits
import Testing
import ToolTesting

@testable import NacreTool

@Suite("Exporting NDJSON", .fewAtOnce)
struct NDJSONExporterTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func export(_ store: any EventStore, stream: StreamName? = nil) async throws -> (
        count: Int, lines: [String]
    ) {
        var output = try BufferedOutput(path: folder.path("out.ndjson"))
        let count = try await NDJSONExporter(store: store).run(stream: stream, to: &output)
        try output.finish()
        let text = String(decoding: try folder.bytes("out.ndjson"), as: UTF8.self)
        #expect(text.isEmpty || text.hasSuffix("\n"))
        return (count, text.split(separator: "\n").map(String.init))
    }

    private func withoutRecordedAt(_ line: String) throws -> Substring {
        line[..<(try #require(line.range(of: ",\"recordedAt\""))).lowerBound]
    }

    @Test("an empty store exports nothing")
    func empty() async throws {
        let exported = try await export(InMemoryEventStore())
        #expect(exported.count == 0)
        #expect(exported.lines == [])
    }

    @Test("exporting one stream writes its events with positions and versions")
    func oneStream() async throws {
        let store = InMemoryEventStore()
        for stream in ["a", "b", "a"] as [StreamName] {
            try await store.append([EventData(type: "T", data: [0xFF])], to: stream)
        }
        let exported = try await export(store, stream: "a")
        #expect(exported.count == 2)
        #expect(exported.lines.map { $0.contains(#""stream":"a","type":"T""#) } == [true, true])
        #expect(
            exported.lines.map { $0.contains(#""dataBase64":"/w==","position":1,"version":1,"recordedAt":""#) } == [
                true, false,
            ])
        #expect(exported.lines.map { $0.contains(#""position":3,"version":2,"#) } == [false, true])
    }

    @Test("an imported history is exported unchanged, with positions and versions added")
    func realHistory() async throws {
        let store = InMemoryEventStore()
        let summary = try await NDJSONImporter(store: store).run(LineSource(path: Fixture.history))
        #expect(summary.imported == 1792)
        let exported = try await export(store)
        #expect(exported.count == 1792)
        let lines = try String(contentsOfFile: Fixture.history, encoding: .utf8).split(separator: "\n")
        var position = 0
        for (line, out) in zip(lines, exported.lines) {
            position += 1
            #expect(out.hasPrefix(line.dropLast() + ",\"position\":\(position),\"version\":"))
        }
        #expect(position == 1792)
    }

    @Test("an export that is imported into an empty store and exported again differs only in recordedAt")
    func lossless() async throws {
        let first = InMemoryEventStore()
        let nasty: [[UInt8]] = [
            [], [0xFF], Array("{\n}".utf8), Array(" 1".utf8), Array(#"{"é": "\ud800"}"#.utf8), Array("1\n".utf8),
        ]
        for (index, bytes) in nasty.enumerated() {
            let event = EventData(
                type: "cafe\u{301}", schema: index + 1,
                time: Instant(nanosecondsSince1970: -1_500_000_000, decimals: 4),
                tags: ["\"\\", "🦪"], data: bytes, metadata: bytes)
            try await first.append([event], to: StreamName("caf\u{E9}-\(index % 2)"))
        }
        let once = try await export(first)
        let second = InMemoryEventStore()
        let path = try folder.file(once.lines.joined(separator: "\n"))
        _ = try await NDJSONImporter(store: second).run(LineSource(path: path))
        let twice = try await export(second)
        #expect(once.count == nasty.count)
        #expect(try twice.lines.map(withoutRecordedAt) == once.lines.map(withoutRecordedAt))
        #expect(try await second.readLog().collect().map(\.data) == nasty)
        #expect(try await second.readLog().collect().map(\.metadata) == nasty)
    }

    @Test("a failed write ends the export with its error")
    func writeFails() async throws {
        let store = InMemoryEventStore()
        try await store.append([EventData(type: "T", data: [])], to: "s")
        let path = try folder.file("", named: "readonly")
        let handle = try FileHandle(forReadingFrom: URL(filePath: path))
        var output = BufferedOutput(descriptor: handle.fileDescriptor, name: "out")
        var error: (any Error)?
        do { _ = try await NDJSONExporter(store: store).run(to: &output) } catch let thrown { error = thrown }
        #expect((error as? FileError)?.systemError == EBADF)
    }
}

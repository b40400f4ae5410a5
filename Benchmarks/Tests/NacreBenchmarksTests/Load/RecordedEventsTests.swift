import Foundation
import Nacre
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

@Suite struct RecordedEventsTests {
    private func read(_ lines: String...) async throws -> RecordedEvents {
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("events.ndjson")
            try Data(lines.joined(separator: "\n").utf8).write(to: file)
            return try RecordedEvents(reading: file.path)
        }
    }

    private func sample() async throws -> RecordedEvents {
        try await read(
            #"{"stream":"a-1","type":"One","data":{"n":1}}"#,
            #"{"stream":"b-1","type":"Two","tags":["x","y"],"data":{"n":2},"metadata":{"correlationId":"c"}}"#,
            #"{"stream":"a-1","type":"Three","schema":3,"data":{"n":30000},"metadata":{"actor":"me"}}"#)
    }

    @Test func `contents and streams of events are those of the file`() async throws {
        let recorded = try await sample()
        #expect(recorded.streams == 2)
        #expect(recorded.events.map(\.stream) == [0, 1, 0])
        #expect(recorded.events.map(\.type) == ["One", "Two", "Three"])
        #expect(recorded.events.map(\.schema) == [1, 1, 3])
        #expect(recorded.events.map(\.tags) == [[], ["x", "y"], []])
        let metadata = recorded.events.map { String(decoding: $0.metadata, as: UTF8.self) }
        #expect(metadata == ["", #"{"correlationId":"c"}"#, #"{"actor":"me"}"#])
        #expect(recorded.meanMetadataBytes == 12)
        let data = recorded.events.map { String(decoding: $0.payload.dropFirst(EventMark.size), as: UTF8.self) }
        #expect(data == [#"{"n":1}"#, #"{"n":2}"#, #"{"n":30000}"#])
    }

    @Test func `each writer repeats the events of its streams in the file's order`() async throws {
        var load = AppendLoad(writers: 2, eventsPerAppend: 1, streams: 2, payloadBytes: 32, seed: 1)
        load.recorded = try await sample()
        let target = RecordingTarget()
        let slice = await ConcurrentLoad.run(load, within: SliceBudget(seconds: nil, events: 8), on: target)
        let ofTheFirst = target.log.filter { $0.stream == AppendLoad.streamName(0).text }
        #expect(ofTheFirst.map { $0.payload.count - EventMark.size } == [7, 11, 7, 11])
        let ofTheSecond = target.log.filter { $0.stream == AppendLoad.streamName(1).text }
        #expect(ofTheSecond.map(\.tags) == Array(repeating: ["x", "y"], count: 4))
        #expect(ofTheFirst.map(\.schema) == [1, 3, 1, 3])
        #expect(ofTheFirst.map(\.metadata.count) == [0, 14, 0, 14])
        #expect(ofTheSecond.map(\.metadata.count) == [21, 21, 21, 21])

        var auditor = LogAuditor(load: load, records: slice.records)
        #expect(auditor.wantsLabels)
        for event in target.log { auditor.observe(event) }
        #expect(auditor.finish().passed, "\(auditor.finish())")

        var typeless = LogAuditor(load: load, records: slice.records)
        for var event in target.log {
            event.type = "One"
            typeless.observe(event)
        }
        #expect(typeless.finish().checks.filter { !$0.passed }.map(\.name) == ["every event has its own type"])
    }

    @Test func `a file without metadata gives events without metadata`() async throws {
        var load = AppendLoad(writers: 1, eventsPerAppend: 1, streams: 1, payloadBytes: 32, seed: 1)
        load.recorded = try await read(#"{"stream":"a-1","type":"One","data":{"n":1}}"#)
        #expect(load.recorded?.meanMetadataBytes == 0)
        let target = RecordingTarget()
        _ = await ConcurrentLoad.run(load, within: SliceBudget(seconds: nil, events: 3), on: target)
        #expect(target.log.map(\.metadata) == [[], [], []])
        #expect(target.log.map(\.schema) == [1, 1, 1])
    }

    @Test(
        arguments: [
            { $0.metadata = [] }, { $0.metadata.removeLast() }, { $0.metadata[3] ^= 1 }, { $0.metadata.append(0) },
            { $0.schema = 1 },
        ] as [@Sendable (inout LoggedEvent) -> Void])
    func `wrong metadata and schema numbers of a file's event are found`(
        change: @Sendable (inout LoggedEvent) -> Void
    ) async throws {
        var load = AppendLoad(writers: 2, eventsPerAppend: 1, streams: 2, payloadBytes: 32, seed: 1)
        load.recorded = try await sample()
        let target = RecordingTarget()
        let slice = await ConcurrentLoad.run(load, within: SliceBudget(seconds: nil, events: 8), on: target)
        var log = target.log
        let index = try #require(log.lastIndex(where: { $0.schema == 3 }))
        change(&log[index])
        var auditor = LogAuditor(load: load, records: slice.records)
        for event in log { auditor.observe(event) }
        let failed = auditor.finish().checks.filter { !$0.passed }.map(\.name)
        #expect(failed == ["every event carries its own schema number and metadata"])
    }

    @Test func `an invalid line is refused with its number`() async throws {
        let error = await #expect(throws: HarnessError.self) {
            try await read(#"{"stream":"a-1","type":"One"}"#, #"{"stream":"a-1"}"#)
        }
        #expect(error?.kind == .badInput)
        #expect(error?.message.contains("line 2") == true)
    }

    @Test func `a file without events is refused`() async throws {
        let error = await #expect(throws: HarnessError.self) { try await read("") }
        #expect(error?.kind == .badInput)
    }

    @Test func `a missing file is an error`() {
        let error = #expect(throws: HarnessError.self) { try RecordedEvents(reading: "/not/there.ndjson") }
        #expect(error?.kind == .inputOutput)
    }
}

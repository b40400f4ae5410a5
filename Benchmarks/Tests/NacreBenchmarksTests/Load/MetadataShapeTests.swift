import Nacre
import Testing

@testable import NacreLoad
@testable import NacreVerification

@Suite struct MetadataShapeTests {
    private func templates(_ bytes: Int, seed: UInt64 = 5, contents: PayloadContents = .random) -> PayloadTemplates {
        var load = AppendLoad(writers: 64, eventsPerAppend: 1, streams: 64, payloadBytes: 64, seed: seed)
        load.metadataBytes = bytes
        load.payloadContents = contents
        return PayloadTemplates(of: load)
    }

    private func mark(_ sequence: UInt64, of writer: UInt32 = 1) -> EventMark {
        EventMark(writer: writer, stream: 3, sequence: sequence)
    }

    @Test func `metadata has the requested size, and is the same for the same seed`() {
        for sequence in UInt64(0)..<100 {
            let metadata = templates(33).metadata(of: mark(sequence))
            #expect(metadata.count == 33)
            #expect(metadata == templates(33).metadata(of: mark(sequence)))
            #expect(metadata != templates(33, seed: 6).metadata(of: mark(sequence)))
        }
    }

    @Test func `payloads are the same with metadata and without`() {
        for sequence in UInt64(0)..<100 {
            #expect(templates(33).payload(of: mark(sequence)) == templates(0).payload(of: mark(sequence)))
        }
        #expect(templates(0).metadata(of: mark(7)).isEmpty)
    }

    @Test func `metadata has the same kind of contents as payloads`() {
        #expect(Set(templates(20_000).metadata(of: mark(0))).count == 256)
        #expect(Set(templates(20_000, contents: .text).metadata(of: mark(0))).count < 32)
    }

    @Test func `neighbouring events of a writer, and of writers, have different metadata`() {
        let made = templates(33)
        let ofOneWriter = (0..<64).map { made.metadata(of: mark($0)) }
        #expect(Set(ofOneWriter).count == 64)
        let ofAllWriters = (0..<64).map { made.metadata(of: mark(9, of: $0)) }
        #expect(Set(ofAllWriters).count == 64)
    }

    @Test func `metadata is returned without a copy`() {
        let made = templates(33)
        func place(_ bytes: [UInt8]) -> UnsafeRawPointer? { bytes.withUnsafeBytes(\.baseAddress) }
        #expect(place(made.metadata(of: mark(3))) == place(made.metadata(of: mark(3))))
        #expect(place(made.metadata(of: mark(3))) != place(made.metadata(of: mark(4))))
    }

    @Test func `appended events carry metadata`() async {
        var load = AppendLoad(writers: 3, eventsPerAppend: 4, streams: 9, payloadBytes: 27, seed: 5)
        load.metadataBytes = 50
        let target = RecordingTarget()
        let slice = await ConcurrentLoad.run(load, within: SliceBudget(seconds: nil, events: 60), on: target)
        #expect(target.log.count == 60)
        #expect(target.log.allSatisfy { $0.metadata.count == 50 && $0.schema == 1 })

        func failed(_ log: [LoggedEvent], as load: AppendLoad) -> [String] {
            var auditor = LogAuditor(load: load, records: slice.records)
            for event in log { auditor.observe(event) }
            return auditor.finish().checks.filter { !$0.passed }.map(\.name)
        }
        #expect(failed(target.log, as: load) == [])
        // Two events of one append, whose metadata has changed places.
        var log = target.log
        (log[20].metadata, log[21].metadata) = (log[21].metadata, log[20].metadata)
        #expect(failed(log, as: load) == ["every event carries its own schema number and metadata"])
        // Metadata that was not sent.
        load.metadataBytes = 0
        #expect(failed(target.log, as: load) == ["every event carries its own schema number and metadata"])
    }
}

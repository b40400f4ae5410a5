import CLMDBCeiling
import Foundation
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

@Suite struct LMDBCeilingEngineTests {
    private let engine = LMDBCeilingEngine(durability: .unsynced, mapSize: smallMap)
    private let load = AppendLoad(writers: 8, eventsPerAppend: 2, streams: 50, payloadBytes: 100, seed: 9)

    private func fill(_ folder: URL, events: Int = 3_000, eventsPerCommit: Int = 1_000) async throws -> AppendSlice {
        try await engine.append(
            load, within: SliceBudget(seconds: nil, events: events), eventsPerCommit: eventsPerCommit, in: folder)
    }

    @Test func `a log that the ceiling writes passes the audit`() async throws {
        try await withTemporaryFolder { folder in
            let slice = try await fill(folder)
            #expect(slice.events == 3_000)
            #expect(slice.groups == GroupStatistics(groups: 3, appends: 1_500, events: 3_000))
            let (report, contents, _) = await SliceAudit(secondReader: engine).run(
                folder, of: engine, load: load, records: slice.records)
            #expect(report.passed, "\(report)")
            #expect(contents.events == 3_000)
        }
    }

    @Test func `every pass of a replay finds the sum that the seed gives`() async throws {
        try await withTemporaryFolder { folder in
            _ = try await fill(folder)
            var auditor = LogAuditor(load: load, records: [])
            auditor = try await engine.readBack(folder, into: auditor)
            let replay = try await engine.replay(folder, by: .scan, seconds: 0.01)
            #expect(replay.contents.allSatisfy { $0 == auditor.contents })
            #expect(replay.passes.count == replay.contents.count)
        }
    }

    @Test func `the same seed gives the same events in the same places`() async throws {
        func events() async throws -> [LoggedEvent] {
            try await withTemporaryFolder { folder in
                _ = try await fill(folder)
                return try log(in: folder)
            }
        }
        let first = try await events()
        #expect(first.count == 3_000)
        #expect(try await events() == first)
    }

    @Test func `blocks are cut at 65,520 bytes`() async throws {
        try await withTemporaryFolder { folder in
            _ = try await fill(folder, events: 1_000)
            let bytes = try Data(contentsOf: URL(fileURLWithPath: LMDBCeilingEngine.log(in: folder)))
            var sizes: [UInt32] = []
            var from = bytes.startIndex
            while let found = bytes.range(of: Data("NCRB".utf8), in: from..<bytes.endIndex) {
                let size = bytes[found.lowerBound + 12..<found.lowerBound + 16]
                sizes.append(size.reversed().reduce(0) { $0 << 8 | UInt32($1) })
                from = found.upperBound
            }
            // 1,000 events of 140 bytes with 12 in the table: three blocks, two of them full.
            #expect(sizes.count == 3)
            #expect(sizes.allSatisfy { $0 <= 65_520 })
            #expect(sizes.sorted().dropFirst().allSatisfy { $0 > 65_520 - 152 })
        }
    }

    @Test func `an event larger than a block has a block of its own`() async throws {
        try await withTemporaryFolder { folder in
            let large = AppendLoad(writers: 1, eventsPerAppend: 1, streams: 2, payloadBytes: 100_000, seed: 1)
            let slice = try await engine.append(
                large, within: SliceBudget(seconds: nil, events: 6), eventsPerCommit: 3, in: folder)
            let (report, _, _) = await SliceAudit(secondReader: engine).run(
                folder, of: engine, load: large, records: slice.records)
            #expect(report.passed, "\(report)")
        }
    }

    @Test func `a changed byte of an event is found, with its position`() async throws {
        try await withTemporaryFolder { folder in
            _ = try await fill(folder)
            let url = URL(fileURLWithPath: LMDBCeilingEngine.log(in: folder))
            var bytes = try Data(contentsOf: url)
            let templates = PayloadTemplates(seed: load.seed, payloadBytes: load.payloadBytes)
            let event = try log(in: folder)[1_233]
            let mark = try #require(event.payload.mark)
            #expect(templates.payload(of: mark) == event.payload)
            let place = try #require(bytes.range(of: Data(event.payload)))
            bytes[place.upperBound - 1] ^= 1
            try bytes.write(to: url)

            let error = await #expect(throws: CeilingError.self) {
                try await engine.replay(folder, by: .scan, seconds: 0)
            }
            #expect(error?.isDamage == true)
            #expect(error?.description.contains("the checksum of the record at position 1234") == true)
        }
    }

    @Test(arguments: ["NCRS", "NCRB", "load-", "Measured"])
    func `a changed byte of a header, a table or a name is found`(near text: String) async throws {
        try await withTemporaryFolder { folder in
            _ = try await fill(folder)
            let url = URL(fileURLWithPath: LMDBCeilingEngine.log(in: folder))
            var bytes = try Data(contentsOf: url)
            let place = try #require(bytes.range(of: Data(text.utf8)))
            bytes[place.lowerBound] ^= 1
            try bytes.write(to: url)
            let error = await #expect(throws: CeilingError.self) {
                try await engine.replay(folder, by: .scan, seconds: 0)
            }
            #expect(error?.isDamage == true)
        }
    }

    @Test func `a full map fails the append, and the audit says so`() async throws {
        try await withTemporaryFolder { folder in
            let small = LMDBCeilingEngine(durability: .unsynced, mapSize: 1 << 20)
            let slice = try await small.append(
                load, within: SliceBudget(seconds: nil, events: 100_000), eventsPerCommit: 1_000, in: folder)
            #expect(slice.events < 100_000)
            let (report, _, _) = await SliceAudit(secondReader: small).run(
                folder, of: small, load: load, records: slice.records)
            #expect(report.checks.filter { !$0.passed }.map(\.name) == ["no append failed"])
        }
    }

    @Test func `a folder without a log cannot be replayed`() async throws {
        try await withTemporaryFolder { folder in
            let error = await #expect(throws: CeilingError.self) {
                try await engine.replay(folder, by: .scan, seconds: 0)
            }
            #expect(error?.isDamage == false)
        }
    }

    private func log(in folder: URL) throws -> [LoggedEvent] {
        var events: [LoggedEvent] = []
        try CeilingReader(path: LMDBCeilingEngine.log(in: folder), mapSize: smallMap).readAll {
            event, stream, type, metadata, data in
            events.append(
                LoggedEvent(
                    position: event.position, version: event.version,
                    stream: String(decoding: [UInt8](copying: stream), as: UTF8.self),
                    payload: [UInt8](copying: data), type: String(decoding: [UInt8](copying: type), as: UTF8.self),
                    schema: Int(event.schema), metadata: [UInt8](copying: metadata)))
        }
        return events
    }
}

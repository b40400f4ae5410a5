import Nacre
import Testing

@testable import NacreLoad
@testable import NacreVerification

@Suite struct KernelLoadTests {
    @Test func `an append has the requested number of consecutive events of one stream`() {
        let load = KernelLoad(streams: 16, payloadBytes: 100, seed: 3, eventsPerAppend: 3)
        let commits = KernelCommits(load)
        for number in [0, 7, 15, 16, 23, 40] {
            let commit = commits[number]
            #expect(commit.entries.count == 3)
            #expect(Set(commit.entries.map(\.stream)) == [load.stream(of: number * 3)])
            #expect(commit.expectations.map(\.expectation) == [.exact(UInt64(number / 16 * 3))])
            let isProfile = number % 8 == 7
            let types: [EventType] =
                isProfile
                ? ["IdentityCompleted", "BirthdayCorrected"] : ["ItemCreated", "ItemRenamed"]
            let first = number < 16 ? types[0] : types[1]
            #expect(commit.entries.map(\.event.type) == [first, types[1], types[1]])
        }
    }

    @Test func `an answer determines the place of every event of its append`() {
        let load = KernelLoad(streams: 16, payloadBytes: 100, seed: 3, eventsPerAppend: 3)
        var record = ArrivalRecord()
        record.note(1, at: 3, due: 10, answered: 15)
        record.note(0, at: 6, due: 10, answered: 20)
        #expect(record.events(of: load) == [1: 3, 2: 4, 3: 5, 4: 0, 5: 1, 6: 2])
        #expect(record.latencies == [5, 10])
    }
}

import DomainKit
import Nacre
import Testing
import ToolTesting

@testable import NacreTool

@Suite("Figures of streams")
struct StreamTallyTests {
    @Test("beyond its memory, a tally takes no further stream")
    func bounded() {
        var tally = StreamTally(memory: 1000)
        for number in 1...1000 {
            let event = RecordedEvent(
                position: Position(number), stream: StreamName("stream-\(number)"), version: 1, id: .random(),
                type: "T", schema: 1, time: .sample, recordedAt: .sample, tags: [], data: [], metadata: [],
                isLastOfCommit: true)
            tally.add(event.view)
        }
        #expect(tally.isFull)
        #expect(tally.count < 20)
    }
}

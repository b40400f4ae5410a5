import Testing

@testable import NacreTool

@Suite("Figures and progress")
struct FiguresTests {
    @Test("a noun is plural unless the number is one")
    func count() {
        #expect(Figures.count(1, "event") == "1 event")
        #expect(Figures.count(0, "event") == "0 events")
        #expect(Figures.count(13721, "event") == "13721 events")
    }

    @Test("names are listed in one phrase")
    func list() {
        #expect(Figures.list([]) == "")
        #expect(Figures.list(["a"]) == "a")
        #expect(Figures.list(["a", "b"]) == "a and b")
        #expect(Figures.list(["a", "b", "c"]) == "a, b and c")
    }

    @Test(
        "seconds have two decimals",
        arguments: [(0, "0.00 s"), (0.414, "0.41 s"), (12.999, "13.00 s"), (61.05, "61.05 s")])
    func seconds(seconds: Double, words: String) {
        #expect(Figures.seconds(seconds) == words)
    }

    @Test("progress shows the count, the rate and the time left")
    func progress() {
        let reading = ProgressReading(action: "importing", done: 12000, fraction: 0.25, seconds: 2)
        #expect(reading.line == "importing: 12000 events, 6000 events/s, 25 %, 0:06 left")
    }

    @Test("without a total, no time left is shown")
    func unknownWhole() {
        let reading = ProgressReading(action: "importing", done: 10, fraction: nil, seconds: 2)
        #expect(reading.line == "importing: 10 events, 5 events/s")
    }

    @Test("before the first event, no time left is shown")
    func nothingDone() {
        let reading = ProgressReading(action: "verifying", done: 0, fraction: 0, seconds: 1)
        #expect(reading.line == "verifying: 0 events, 0 events/s, 0 %")
    }

    @Test(
        "a clock shows minutes, and hours if there are any",
        arguments: [(7, "0:07"), (750, "12:30"), (3723, "1:02:03")])
    func clock(seconds: Double, words: String) {
        #expect(ProgressReading.clock(seconds) == words)
    }

    @Test("without elapsed time, there is no rate")
    func noTime() {
        #expect(ProgressReading.rate(10, in: 0) == nil)
    }
}

import Testing

@testable import NacreBenchmarks

@Suite struct ArrivalDeskTests {
    @Test func `whoever comes finds what is due already, in order, and then that there is no more`() async {
        let desk = ArrivalDesk(dues: [1, 2, 3])
        for number in 0..<3 {
            let arrival = await desk.next()
            #expect(arrival?.number == number)
            #expect(arrival?.due == UInt64(number) + 1)
        }
        #expect(await desk.next()?.number == nil)
    }

    @Test(.timeLimit(.minutes(10)))
    func `what is not due yet is handed out when it is, and not before`() async {
        let due = monotonicNanoseconds() + 50_000_000
        let desk = ArrivalDesk(dues: [due])
        let thread = CallerThread(handingOut: desk.handOutDue)
        defer { thread.end() }
        let (number, moment) = await Task(executorPreference: thread) {
            (await desk.next()?.number, monotonicNanoseconds())
        }.value
        #expect(number == 0)
        #expect(moment >= due)
    }

    @Test(.timeLimit(.minutes(10)))
    func `callers that wait when the last append is handed out are told that there are no more`() async {
        let desk = ArrivalDesk(dues: [monotonicNanoseconds() + 20_000_000])
        let thread = CallerThread(handingOut: desk.handOutDue)
        defer { thread.end() }
        let answers = await withTaskGroup(of: Int?.self) { group in
            for _ in 0..<5 { group.addTask(executorPreference: thread) { await desk.next()?.number } }
            return await group.reduce(into: [Int?]()) { $0.append($1) }
        }
        #expect(answers.compactMap(\.self) == [0])
        #expect(answers.count == 5)
    }

    @Test func `before the end what is due is handed out, and what is not is left`() async {
        let now = monotonicNanoseconds()
        let hour: UInt64 = 3_600_000_000_000
        let desk = ArrivalDesk(dues: [now, now + 1, now + 2 * hour], end: now + hour)
        #expect(await desk.next()?.number == 0)
        #expect(await desk.next()?.number == 1)
        #expect(Array(desk.left) == [now + 2 * hour])
    }

    @Test func `when the end has come nothing is handed out, although it was due`() async {
        let now = monotonicNanoseconds()
        let desk = ArrivalDesk(dues: [now - 2, now - 1], end: now)
        #expect(await desk.next()?.number == nil)
        #expect(Array(desk.left) == [now - 2, now - 1])
    }

    @Test(.timeLimit(.minutes(10)))
    func `whoever waits is told when the end has come`() async {
        let end = monotonicNanoseconds() + 20_000_000
        let desk = ArrivalDesk(dues: [end + 3_600_000_000_000], end: end)
        let thread = CallerThread(handingOut: desk.handOutDue)
        defer { thread.end() }
        let (number, moment) = await Task(executorPreference: thread) {
            (await desk.next()?.number, monotonicNanoseconds())
        }.value
        #expect(number == nil)
        #expect(moment >= end)
    }

    @Test(.timeLimit(.minutes(10)))
    func `callers at a desk that is open wait for what is added`() async {
        let desk = ArrivalDesk(dues: [], isOpen: true)
        let thread = CallerThread(handingOut: desk.handOutDue)
        defer { thread.end() }
        let caller = Task(executorPreference: thread) { (await desk.next()?.number, await desk.next()?.number) }
        desk.add([monotonicNanoseconds()])
        desk.complete()
        let (first, second) = await caller.value
        #expect(first == 0)
        #expect(second == nil)
    }

    @Test func `a desk that is complete hands out what was due before, and one that is closed nothing`() async {
        let complete = ArrivalDesk(dues: [1, 2], isOpen: true)
        complete.complete()
        #expect(await complete.next()?.number == 0)
        #expect(await complete.next()?.number == 1)
        #expect(await complete.next()?.number == nil)
        let closed = ArrivalDesk(dues: [1, 2], isOpen: true)
        closed.close()
        #expect(await closed.next()?.number == nil)
    }
}

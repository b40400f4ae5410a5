import Testing

@testable import NacreBenchmarks
@testable import NacreLoad

@Suite struct ArrivalDeskTests {
    @Test func `callers get due appends in order, and then the end`() async {
        let desk = ArrivalDesk(dues: [1, 2, 3])
        for number in 0..<3 {
            let arrival = await desk.next()
            #expect(arrival?.number == number)
            #expect(arrival?.due == UInt64(number) + 1)
        }
        #expect(await desk.next()?.number == nil)
    }

    @Test(.timeLimit(.minutes(10)))
    func `an append is delivered when it is due, and not before`() async {
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
    func `waiting callers end when the last append is taken`() async {
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

    @Test func `due appends are delivered before the end, and the others are left over`() async {
        let now = monotonicNanoseconds()
        let hour: UInt64 = 3_600_000_000_000
        let desk = ArrivalDesk(dues: [now, now + 1, now + 2 * hour], end: now + hour)
        #expect(await desk.next()?.number == 0)
        #expect(await desk.next()?.number == 1)
        #expect(Array(desk.left) == [now + 2 * hour])
    }

    @Test func `after the end no append is delivered, even if it was due`() async {
        let now = monotonicNanoseconds()
        let desk = ArrivalDesk(dues: [now - 2, now - 1], end: now)
        #expect(await desk.next()?.number == nil)
        #expect(Array(desk.left) == [now - 2, now - 1])
    }

    @Test(.timeLimit(.minutes(10)))
    func `waiting callers are resumed at the end`() async {
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
    func `callers at an open desk wait for additions`() async {
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

    @Test func `a complete desk delivers the remaining appends, a closed one none`() async {
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

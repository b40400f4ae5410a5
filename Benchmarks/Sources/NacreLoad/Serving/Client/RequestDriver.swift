import NIOCore

/// Makes the requests of all clients on one event loop, in a closed or an open loop.
final class RequestDriver {
    /// The results, when all requests are answered.
    struct Outcome: Sendable {
        var slice: RequestSlice
        var clients: [ServedClient]
    }

    private let load: RequestLoad
    private let exchanges: [HTTPExchange]
    private let loop: any EventLoop
    private let watch: LoadWatch?
    private let done: EventLoopPromise<Outcome>

    private var slice = RequestSlice()
    private var clients: [ServedClient]

    /// The due times; `nil` in a closed loop.
    private var dues: [UInt64]?

    private var next = 0
    private var idle: [Int] = []
    private var busy = 0

    /// Whether it is scheduled to continue when the next request is due.
    private var isTimed = false

    private var deadline: UInt64 = 0

    init(
        _ load: RequestLoad, dues: [UInt64]?, clients: [ServedClient], exchanges: [HTTPExchange],
        _ loop: any EventLoop, _ watch: LoadWatch?
    ) {
        (self.load, self.clients, self.exchanges, self.loop, self.watch) = (load, clients, exchanges, loop, watch)
        self.dues = dues
        done = loop.makePromise()
    }

    /// Starts; the result is there when everything due is answered.
    func run(patience: Double) -> EventLoopFuture<Outcome> {
        slice.start = monotonicNanoseconds()
        deadline = slice.start + UInt64(load.seconds * 1e9)
        dues = dues?.map { $0 + slice.start }
        let limit = load.seconds + patience
        let timeout = loop.assumeIsolated().scheduleTask(in: .nanoseconds(Int64(limit * 1e9))) { [done] in
            done.fail(TimeoutError("the server did not answer all requests", within: limit))
        }
        idle = Array(clients.indices.reversed())
        handOut()
        done.futureResult.assumeIsolated().whenComplete { _ in timeout.cancel() }
        return done.futureResult
    }

    /// Gives idle clients what is due; ends when nothing is left.
    private func handOut() {
        let now = monotonicNanoseconds()
        while let client = idle.last, let due = takeNext(at: now) {
            idle.removeLast()
            make(due: due, by: client)
        }
        if busy == 0, isOver {
            slice.nanoseconds = nanoseconds(since: slice.start)
            done.succeed(Outcome(slice: slice, clients: clients))
        } else if let dues, next < dues.count, !idle.isEmpty, !isTimed {
            isTimed = true
            let delay = Int64(dues[next] - min(now, dues[next]))
            loop.assumeIsolated().scheduleTask(in: .nanoseconds(delay)) {
                self.isTimed = false
                self.handOut()
            }
        }
    }

    /// Whether no request is left that a client can make, when none is being made.
    private var isOver: Bool { idle.isEmpty || dues.map { next == $0.count } ?? true }

    /// The due time of the next request that may be made now.
    private func takeNext(at now: UInt64) -> UInt64? {
        guard load.requests.map({ next < $0 }) ?? true else { return nil }
        let due: UInt64
        if let dues {
            guard next < dues.count, dues[next] <= now else { return nil }
            due = dues[next]
        } else {
            guard now < deadline else { return nil }
            due = now
        }
        next += 1
        return due
    }

    private func make(due: UInt64, by client: Int) {
        busy += 1
        let plan = clients[client].next(load.shares)
        exchanges[client].send(plan.call) { [self] result in
            busy -= 1
            let now = monotonicNanoseconds()
            switch result {
            case .success(let answer):
                if let failure = clients[client].note(answer, to: plan) {
                    note(failure, at: now)
                } else {
                    slice.answers[plan.kind, default: .init()].latencies.append(now - due)
                    slice.answers[plan.kind, default: .init()].moments.append(now)
                    watch?.note(events: 1, nanoseconds: now - due)
                }
                idle.append(client)
            case .failure(let error):
                // Its connection is lost: it makes no more requests.
                note("\(error)", at: now)
            }
            handOut()
        }
    }

    private func note(_ failure: String, at moment: UInt64) {
        slice.failures.append(AppendFailure(moment: moment, kind: failure))
        watch?.noteFailure()
    }
}

import Testing

@testable import ShellServer

@Suite(.timeLimit(.minutes(25)))
struct DeadlinesTests {
    private let deadlines = Deadlines()

    @Test
    func `work that ends in time gives its result, also an error`() async throws {
        struct Failure: Error {}
        #expect(try await deadlines.run(until: .now + .seconds(600)) { 1 } == 1)
        await #expect(throws: Failure.self) {
            try await deadlines.run(until: .now + .seconds(600)) { throw Failure() }
        }
    }

    @Test
    func `work is cancelled when its time is over, whichever deadline was set first`() async throws {
        let (deadlines, began) = (deadlines, AsyncStream<Void>.makeStream())
        let later = Task {
            try await deadlines.run(until: .now + .seconds(600)) {
                began.continuation.finish()
                do { try await Task.sleep(for: .seconds(600)) } catch { return 3 }
                return 1
            }
        }
        for await _ in began.stream {}
        for milliseconds in [50, 1, 20] {
            let result: Int? = try await deadlines.run(until: .now + .milliseconds(milliseconds)) {
                try await Task.sleep(for: .seconds(600))
                return 1
            }
            #expect(result == nil)
        }
        later.cancel()
        #expect(try await later.value == 3)
    }

    @Test
    func `work of a cancelled task is cancelled`() async throws {
        let (deadlines, began) = (deadlines, AsyncStream<Void>.makeStream())
        let task = Task {
            try await deadlines.run(until: .now + .seconds(600)) {
                began.continuation.finish()
                do { try await Task.sleep(for: .seconds(600)) } catch { return "cancelled" }
                return "slept"
            }
        }
        for await _ in began.stream {}
        task.cancel()
        #expect(try await task.value == "cancelled")
    }
}

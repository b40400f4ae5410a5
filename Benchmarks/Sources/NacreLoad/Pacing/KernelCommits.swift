package import Nacre

/// The commits of a load, with prepared stream names: generating the load takes time from the measured work.
package struct KernelCommits: Sendable {
    package let load: KernelLoad
    private let names: [StreamName]

    package init(_ load: KernelLoad) {
        self.load = load
        names = (0..<load.streams).map { load.stream(of: $0 * load.eventsPerAppend) }
    }

    package subscript(number: Int) -> Commit {
        let first = number * load.eventsPerAppend
        return Commit(
            (first..<first + load.eventsPerAppend).map(load.event), to: names[number % load.streams],
            expecting: .exact(load.version(of: first) - 1))
    }
}

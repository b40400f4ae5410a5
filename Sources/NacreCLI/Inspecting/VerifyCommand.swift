import ArgumentParser

/// The command `nacre verify`.
struct VerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check that the store is whole.",
        discussion: """
            Every checksum, the chain of blocks, positions without gaps, contiguous versions; and that the index and \
            the read models agree with the log. Each fault is a line, with its position in the log; where there is \
            one, the command exits with 65. Log and read models are not changed; an index of no use is made anew by \
            opening the store, which is told on standard error.

            Example:
              nacre verify --store shop.nacre
            """)

    @OptionGroup var store: StoreOptions
    @OptionGroup var progress: ProgressOptions

    func run() async throws {
        try await store.withKernel(.checking) { kernel in
            try await StoreVerification(kernel: kernel, progress: progress, output: Console.standard.output).run()
        }
    }
}

import ArgumentParser
import Kernel
import Nacre

extension ProjectionsCommand {
    /// The command `nacre projections retry`.
    struct Retry: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Try the event that halts a projection again, and go on.",
            discussion: """
                For when the projection has been mended. One that is not halted is brought up to date. Where the event \
                still cannot be applied, the projection stays halted and the command exits with 1.

                Example:
                  nacre projections retry items
                """)

        @OptionGroup var projection: ProjectionArgument
        @OptionGroup var format: FormatOptions
        @OptionGroup var store: StoreOptions
        @OptionGroup var progress: ProgressOptions

        func run() async throws {
            try await store.withKernel(.rebuilding) { kernel in
                let name = try await projection.name(in: kernel)
                try await kernel.moving(name, progress) { try await kernel.retry(projection: name, progress: $0) }
                try Console.standard.output.show(try await ProjectionState(of: name, in: kernel), format.format)
            }
        }
    }
}

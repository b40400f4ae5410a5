import ArgumentParser
import DomainKit
import Kernel
import ProfileDomain

extension ProfileCommand {
    /// The command `nacre profile show`.
    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show one profile.",
            discussion: """
                Example:
                  nacre profile show u-1 --format json
                """)

        @OptionGroup var user: UserArgument
        @OptionGroup var format: FormatOptions
        @OptionGroup var store: StoreOptions
        @OptionGroup var progress: ProgressOptions

        func run() async throws {
            try await store.withUpToDateKernel(progress) { kernel in
                try Console.standard.output.show(try await kernel.profiles.fetch(user.id), format.format)
            }
        }
    }
}

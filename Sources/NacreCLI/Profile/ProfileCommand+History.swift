import ArgumentParser
import Kernel
import Nacre
import ProfileDomain

extension ProfileCommand {
    /// The command `nacre profile history`.
    struct History: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show what has happened to a profile.",
            discussion: """
                The events of its stream, those of types that are not the profile's own too.

                Example:
                  nacre profile history u-1
                """)

        @OptionGroup var user: UserArgument
        @OptionGroup var format: FormatOptions
        @OptionGroup var store: StoreOptions

        func run() async throws {
            try await store.withKernel(.looking) { kernel in
                guard try await kernel.store.version(of: user.stream) > 0 else {
                    throw ProfileError(code: .notFound, user: user.id)
                }
                try await kernel.store.list(EventSelection(stream: user.stream), format.format)
            }
        }
    }
}

// swift-tools-version: 6.2
import PackageDescription

// A package like any user's: it depends on Nacre by URL. If none is set, it uses the sources in this repository.
let nacre: Package.Dependency =
    if let url = Context.environment["NACRE_URL"], let revision = Context.environment["NACRE_REVISION"] {
        .package(url: url, revision: revision, traits: ["All"])
    } else {
        .package(name: "nacre", path: "../..", traits: ["All"])
    }

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

func nacre(_ products: String...) -> [Target.Dependency] {
    products.map { .product(name: $0, package: "nacre") }
}

let package = Package(
    name: "tutorial",
    platforms: [.macOS(.v26)],
    products: [
        .executable(name: "bank", targets: ["BankCommand"]),
        .executable(name: "bank-service", targets: ["BankService"]),
    ],
    dependencies: [
        nacre,
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // Notes: a feature with everything written by hand, in the same layers as the application's features.
        .target(
            name: "NotesDomain", dependencies: nacre("DomainKit"), path: "Notes/Domain", swiftSettings: strict),
        .target(
            name: "NotesInfrastructure", dependencies: ["NotesDomain"] + nacre("DomainKit", "Nacre"),
            path: "Notes/Infrastructure", swiftSettings: strict),
        .target(
            name: "Notebook", dependencies: ["NotesDomain", "NotesInfrastructure"] + nacre("DomainKit", "Nacre"),
            path: "Notes/Root", swiftSettings: strict),
        .testTarget(
            name: "NotesTests",
            dependencies: ["NotesDomain", "NotesInfrastructure", "Notebook"]
                + nacre("DomainKit", "Nacre", "NacreTesting"),
            path: "Notes/Tests", swiftSettings: strict),
        // The wiring of the feature into an application, as the page shows it.
        .target(
            name: "NotesWiring",
            dependencies: ["NotesDomain", "NotesInfrastructure"] + nacre("DomainKit", "Nacre", "NacreRuntime"),
            path: "Wiring", swiftSettings: strict),

        // A bank: a domain without code that the library can provide, its command line, and its service.
        .target(name: "BankDomain", dependencies: nacre("DomainKit"), path: "Bank/Domain", swiftSettings: strict),
        .target(
            name: "Bank", dependencies: ["BankDomain"] + nacre("DomainKit", "Nacre", "NacreRuntime"),
            path: "Bank/Root", swiftSettings: strict),
        .executableTarget(
            name: "BankCommand", dependencies: ["Bank"] + nacre("Nacre", "NacreLMDB", "NacreRuntime", "NacreTool"),
            path: "Bank/Command", swiftSettings: strict),
        .executableTarget(
            name: "BankService",
            dependencies: ["Bank"] + nacre("Nacre", "NacreLMDB", "NacreRuntime", "NacreServices") + [
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            path: "Bank/Service", swiftSettings: strict),
        .testTarget(
            name: "BankTests",
            dependencies: ["BankDomain", "Bank", "BankCommand", "BankService"]
                + nacre("DomainKit", "Nacre", "NacreLMDB", "NacreRuntime", "NacreTesting"),
            path: "Bank/Tests", exclude: ["Layouts"], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)

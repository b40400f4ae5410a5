// swift-tools-version: 6.2
import PackageDescription

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
    name: "bank",
    platforms: [.macOS(.v26)],
    products: [
        .executable(name: "bank", targets: ["BankCommand"]),
        .executable(name: "bank-service", targets: ["BankService"]),
    ],
    dependencies: [
        .package(url: "https://github.com/nacre/nacre", branch: "main", traits: ["All"]),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
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

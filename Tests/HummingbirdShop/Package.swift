// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that the tests of Nacre do not fetch Hummingbird.
let package = Package(
    name: "hummingbird-shop",
    platforms: [.macOS(.v26)],
    dependencies: [
        .package(name: "nacre", path: "../..", traits: ["Services"]),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    ],
    targets: [
        .executableTarget(
            name: "ShopServer",
            dependencies: [
                .product(name: "DomainKit", package: "nacre"), .product(name: "Nacre", package: "nacre"),
                .product(name: "NacreLMDB", package: "nacre"), .product(name: "NacreRuntime", package: "nacre"),
                .product(name: "NacreServices", package: "nacre"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Sources"),
        .testTarget(
            name: "ShopServerTests",
            dependencies: [
                "ShopServer", .product(name: "NacreRuntime", package: "nacre"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
            ],
            path: "Tests"),
    ],
    swiftLanguageModes: [.v6]
)
